import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { BackLink, PageHead } from "~/ui/page-head";
import { RecordingForm } from "~/features/admin/library/recording-form";
import { libraryPath, libraryTitles, recordingFormPath } from "~/features/admin/library/library";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { newRecordingForm, readCollection, saveRecording } from "~/features/admin/library/library.server";
import { requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const meta: MetaFunction = ({ matches }) => privateMeta("Add Recording", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const collection = readCollection(args.params);
  const { recordings } = await load(apiFor(args).recordings.library.list({ collection }));
  return { collection, count: recordings.length, formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const collection = readCollection(args.params);
  return saveRecording(args, {
    collection,
    schema: newRecordingForm,
    verb: "create",
    save: (form) => apiFor(args).recordings.library.create({ ...form, collection }),
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
  const { collection, count, formKey } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const typedKey = refused?.reply.initialValue?.formKey;
  return (
    <>
      <BackLink to={libraryPath(collection)}>{libraryTitles[collection]}</BackLink>
      <PageHead title="Add Recording" />
      <RecordingForm
        action={recordingFormPath(collection, "new")}
        back={libraryPath(collection)}
        recording={{ ...empty, orderIndex: count, formKey: typeof typedKey === "string" ? typedKey : formKey }}
        hasOrder={collection === "birth"}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
