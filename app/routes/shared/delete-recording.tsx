import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { requireLibrary } from "~/features/admin/library/library.server";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { recordingFormPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Delete recording", "Recording Not Found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const shelf = await requireLibrary(args);
  const { collection } = shelf;
  const ref = { collection, id: idOf(args) };
  const { id, title, files, captions } = await load(api.recordings.library.getForm(ref));
  return { path: shelf.path, id, title, hasFiles: captions.length > 0 || Object.values(files).some(Boolean) };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const { collection, path } = await requireLibrary(args);
  const call = api.recordings.library.delete({ collection, id: idOf(args) });
  const deleted = await attemptLogged(args, call, "An error occurred");
  return redirectWithToast(
    args,
    path,
    deleted.ok
      ? successToast("Recording deleted", deleted.value.title)
      : errorToast(`Failed to delete recording: ${deleted.message}`),
  );
}

export default function DeleteRecordingPage() {
  const { path, id, title, hasFiles } = useLoaderData<typeof loader>();
  const action = recordingFormPath(path, id, "delete");
  return (
    <ConfirmPage
      title={`Delete “${title}”?`}
      cancelLabel="Keep recording"
      back={path}
      action={action}
      failure={{ title: "Failed to delete recording" }}
      confirmLabel="Delete recording"
      isDangerous
    >
      <p>
        It disappears for everyone at once, including people who bought the collection. Their watching progress is
        deleted too. {hasFiles && "Its files are removed. "}This can’t be undone.
      </p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
