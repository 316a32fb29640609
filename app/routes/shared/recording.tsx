import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { loadRecording, requestFreeRecording } from "~/features/recordings/collections.server";
import { collectionOf } from "~/lib/collections";

export { recordingMeta as meta } from "~/features/recordings/collection-data";
export {
  RecordingErrorScreen as ErrorBoundary,
  RecordingScreen as default,
} from "~/features/recordings/recording-screen";

export const loader = (args: LoaderFunctionArgs) => loadRecording(args, collectionOf(new URL(args.request.url)));
export const action = (args: ActionFunctionArgs) => requestFreeRecording(args, collectionOf(new URL(args.request.url)));
