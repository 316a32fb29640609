import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { BackLink, PageHead } from "~/ui/page-head";
import { conflictKey } from "~/features/admin/form-version";
import { RecordingForm } from "~/features/admin/library/recording-form";
import { libraryPath, libraryTitles, recordingFormPath } from "~/features/admin/library/library";
import { errorMeta, privateMeta, siteOf } from "~/lib/page-meta";
import { editedRecordingForm, readCollection, saveRecording } from "~/features/admin/library/library.server";
import { requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateMeta("Edit Recording", siteOf(matches)) : errorMeta(error, siteOf(matches), "Recording Not Found");

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const collection = readCollection(args.params);
  const ref = { collection, id: args.params.id ?? "" };
  return { collection, recording: await load(apiFor(args).recordings.library.getForm(ref)) };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const collection = readCollection(args.params);
  const id = args.params.id ?? "";
  return saveRecording(args, {
    collection,
    schema: editedRecordingForm,
    verb: "update",
    saved: () => load(apiFor(args).recordings.library.getForm({ collection, id })),
    save: (form) => apiFor(args).recordings.library.edit({ ...form, collection, id }),
  });
}

export default function EditRecordingPage() {
  const { collection, recording } = useLoaderData<typeof loader>();
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
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
