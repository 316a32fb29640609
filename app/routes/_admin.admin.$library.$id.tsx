import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { conflictKey } from "~/features/admin/form-version";
import { libraryTitles } from "~/features/admin/library/library";
import { editedRecordingForm, readCollection, saveRecording } from "~/features/admin/library/library.server";
import { RecordingForm } from "~/features/admin/library/recording-form";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load, siteSettingsOf } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { BackLink, PageHead } from "~/ui/page-head";
import { libraryPath, recordingFormPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Recording", "Recording Not Found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const collection = readCollection(args.params);
  const ref = { collection, id: idOf(args) };
  const { maxVideoMb } = await siteSettingsOf(args.context);
  return { collection, recording: await load(api.recordings.library.getForm(ref)), maxVideoMb };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const collection = readCollection(args.params);
  const id = idOf(args);
  return saveRecording(args, {
    collection,
    schema: editedRecordingForm,
    verb: "update",
    saved: () => load(api.recordings.library.getForm({ collection, id })),
    save: (form) => api.recordings.library.edit({ ...form, collection, id }),
  });
}

export default function EditRecordingPage() {
  const { collection, recording, maxVideoMb } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={libraryPath(collection)}>{libraryTitles[collection]}</BackLink>
      <PageHead title="Edit Recording" />
      <RecordingForm
        key={conflictKey(refused)}
        action={recordingFormPath(collection, recording.id)}
        back={libraryPath(collection)}
        recording={recording}
        hasOrder={collection === "birth"}
        maxVideoMb={maxVideoMb}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
