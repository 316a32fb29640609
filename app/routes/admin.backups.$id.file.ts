import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { backupsPath } from "~/features/admin/admin-paths";
import { errorToast } from "~/lib/toast";
import { attemptLogged, idOf } from "~/server/api.server";
import { adminApi, requireAdmin } from "~/server/auth.server";
import { backupDownload } from "~/server/files.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { holderForm } from "~/server/schemas.server";

/** Redirects a reload of the download to the form that asks for the password. */
export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return redirect(`${backupsPath}/${encodeURIComponent(idOf(args))}`);
}

export async function action(args: ActionFunctionArgs) {
  const { backups } = adminApi(args);
  const id = idOf(args);
  const submission = await readForm(args.request, holderForm);
  const refuseDownload = (text: string) =>
    redirectWithToast(args, `${backupsPath}/${id}`, errorToast("Not downloaded", text));
  if (submission.status !== "success") return refuseDownload("Please enter your password");
  const opened = await attemptLogged(args, backups.open({ id, ...submission.value }));
  if (!opened.ok) return refuseDownload(opened.message);
  return backupDownload(args.context.services.settings.backup.folder, opened.value.fileName);
}
