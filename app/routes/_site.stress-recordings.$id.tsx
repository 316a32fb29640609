import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requestFreeRecording, loadRecording } from "~/features/recordings/collections.server";
import { RecordingErrorScreen } from "~/features/recordings/recording-screen";

export { recordingMeta as meta } from "~/features/recordings/collection-data";
export { RecordingScreen as default } from "~/features/recordings/recording-screen";

export const loader = (args: LoaderFunctionArgs) => loadRecording(args, "stress");
export const action = (args: ActionFunctionArgs) => requestFreeRecording(args, "stress");
export const ErrorBoundary = () => <RecordingErrorScreen collection="stress" />;
