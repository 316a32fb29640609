import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { newRecordingForm, requireLibrary, saveRecording } from "~/features/admin/library/library.server";
import { RecordingForm } from "~/features/admin/library/recording-form";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { load, siteSettingsOf } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { BackLink, PageHead } from "~/ui/page-head";
import { recordingFormPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Recording");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const shelf = await requireLibrary(args);
  const { collection } = shelf;
  const { recordings, asksForPosition } = await load(api.recordings.library.list({ collection }));
  const { maxVideoMb } = await siteSettingsOf(args.context);
  return { ...shelf, asksForPosition, count: recordings.length, formKey: randomUUID(), maxVideoMb };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const { collection, path } = await requireLibrary(args);
  return saveRecording(args, {
    path,
    schema: newRecordingForm,
    verb: "create",
    save: (form) => api.recordings.library.create({ ...form, collection }),
  });
}

const empty = {
  title: "",
  description: "",
  source: "file" as const,
  videoUrl: "",
  length: "",
  isFree: false,
  files: { video: null, poster: null, captions: null },
};

export default function NewRecordingPage() {
  const { title, path, asksForPosition, count, formKey, maxVideoMb } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={path}>{title}</BackLink>
      <PageHead title="Add Recording" />
      <RecordingForm
        action={recordingFormPath(path, "new")}
        back={path}
        recording={{ ...empty, orderIndex: count, formKey: typedIn(refused, "formKey") ?? formKey }}
        hasOrder={asksForPosition}
        maxVideoMb={maxVideoMb}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
