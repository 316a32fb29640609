import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { recordingMeta } from "~/features/recordings/collection-data";
import { askForRecording, loadRecording } from "~/features/recordings/collections.server";
import { RecordingErrorScreen, RecordingScreen } from "~/features/recordings/recording-screen";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => recordingMeta(data, error, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadRecording(args, "stress");
}

export async function action(args: ActionFunctionArgs) {
  return askForRecording(args, "stress");
}

export default function StressRecording() {
  return <RecordingScreen recording={useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <RecordingErrorScreen collection="stress" />;
}
