import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { conflictKey } from "~/features/admin/form-version";
import { requireLibrary } from "~/features/admin/library/library.server";
import { editedRecordingForm, languageOptions, saveRecording } from "~/features/admin/library/save-recording.server";
import { RecordingForm } from "~/features/admin/library/recording-form";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load, siteSettingsOf } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { BackLink, PageHead } from "~/ui/page-head";
import { recordingFormPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Recording", "Recording Not Found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const shelf = await requireLibrary(args);
  const { collection } = shelf;
  const ref = { collection, id: idOf(args) };
  const { maxVideoMb } = await siteSettingsOf(args.context);
  const { asksForPosition, hasFfmpeg } = await load(api.recordings.library.list({ collection }));
  const facts = { asksForPosition, hasFfmpeg, maxVideoMb, languages: languageOptions };
  return { ...shelf, ...facts, recording: await load(api.recordings.library.getForm(ref)) };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const { collection, path } = await requireLibrary(args);
  const id = idOf(args);
  return saveRecording(args, {
    path,
    schema: editedRecordingForm,
    verb: "update",
    saved: () => load(api.recordings.library.getForm({ collection, id })),
    save: (form) => api.recordings.library.edit({ ...form, collection, id }),
  });
}

export default function EditRecordingPage() {
  const { title, path, asksForPosition, recording, ...facts } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={path}>{title}</BackLink>
      <PageHead title="Edit Recording" />
      <RecordingForm
        key={conflictKey(refused)}
        action={recordingFormPath(path, recording.id)}
        back={path}
        recording={recording}
        hasOrder={asksForPosition}
        {...facts}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
