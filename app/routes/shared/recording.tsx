export { recordingMeta as meta } from "~/features/recordings/collection-data";
export {
  RecordingErrorScreen as ErrorBoundary,
  RecordingScreen as default,
} from "~/features/recordings/recording-screen";

export { loadRecording as loader, requestFreeRecording as action } from "~/features/recordings/collections.server";
