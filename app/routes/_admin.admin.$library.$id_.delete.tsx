import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { libraryPath, recordingFormPath } from "~/features/admin/library/library";
import { errorMeta, privateMeta, siteOf } from "~/lib/page-meta";
import { readCollection } from "~/features/admin/library/library.server";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateMeta("Delete recording", siteOf(matches)) : errorMeta(error, siteOf(matches), "Recording Not Found");

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const collection = readCollection(args.params);
  const ref = { collection, id: args.params.id ?? "" };
  const { id, title, files } = await load(apiFor(args).recordings.library.getForm(ref));
  return { collection, id, title, hasFiles: Object.values(files).some(Boolean) };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const collection = readCollection(args.params);
  const call = apiFor(args).recordings.library.delete({ collection, id: args.params.id ?? "" });
  const deleted = await attemptOrSay(args, call, "An error occurred");
  return redirectWithToast(
    args.context,
    libraryPath(collection),
    deleted.ok
      ? { kind: "success", title: "Recording deleted", text: deleted.value.title }
      : { kind: "error", title: `Failed to delete recording: ${deleted.message}` },
  );
}

export default function DeleteRecordingPage() {
  const { collection, id, title, hasFiles } = useLoaderData<typeof loader>();
  const action = recordingFormPath(collection, id, "delete");
  return (
    <ConfirmPage
      title={`Delete “${title}”?`}
      leave="Keep recording"
      back={libraryPath(collection)}
      action={action}
      isBusy={useIsPosting(action)}
      failure={{ title: "Failed to delete recording" }}
      confirm="Delete recording"
      isDangerous
    >
      <p>
        It is gone for everybody at once, those who bought the collection too, and so is how far they have watched it.{" "}
        {hasFiles && "Its files are removed. "}This can’t be undone.
      </p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
