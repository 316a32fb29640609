import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { requireLibrary } from "~/features/admin/library/library.server";
import { languageOptions, newRecordingForm, saveRecording } from "~/features/admin/library/save-recording.server";
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
  const { recordings, asksForPosition, hasFfmpeg } = await load(api.recordings.library.list({ collection }));
  const { maxVideoMb } = await siteSettingsOf(args.context);
  const facts = { asksForPosition, hasFfmpeg, maxVideoMb, languages: languageOptions };
  return { ...shelf, ...facts, count: recordings.length, formKey: randomUUID() };
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
  isMeasured: false,
  posterAt: "",
  chapters: "",
  captions: [],
  isDownloadable: false,
  isFree: false,
  opens: "now" as const,
  opensOn: "",
  opensAfterDays: "",
  files: { video: null, sound: null, poster: null },
};

export default function NewRecordingPage() {
  const { title, path, asksForPosition, count, formKey, ...facts } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={path}>{title}</BackLink>
      <PageHead title="Add Recording" />
      <RecordingForm
        action={recordingFormPath(path, "new")}
        back={path}
        recording={{ ...empty, orderIndex: count + 1, formKey: typedIn(refused, "formKey") ?? formKey }}
        hasOrder={asksForPosition}
        {...facts}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
