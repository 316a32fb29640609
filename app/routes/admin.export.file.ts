import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { exportPath } from "~/features/admin/admin-paths";
import { errorToast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { adminApi, requireAdmin } from "~/server/auth.server";
import { everythingDownload } from "~/server/files.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { holderForm } from "~/server/schemas.server";

/** Redirects a reload of the download to the form that asks for the password. */
export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return redirect(exportPath);
}

export async function action(args: ActionFunctionArgs) {
  const { backups } = adminApi(args);
  const submission = await readForm(args.request, holderForm);
  const refuseExport = (text: string) => redirectWithToast(args, exportPath, errorToast("Not exported", text));
  if (submission.status !== "success") return refuseExport("Please enter your password");
  const opened = await attemptLogged(args, backups.openExport(submission.value));
  if (!opened.ok) return refuseExport(opened.message);
  const made = await attemptLogged(args, everythingDownload(args.context.services));
  return made.ok ? made.value : refuseExport(made.message);
}
