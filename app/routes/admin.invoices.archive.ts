import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { invoicesPath } from "~/features/admin/admin-paths";
import { errorToast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { adminApi, requireAdmin } from "~/server/auth.server";
import { archiveDownload } from "~/server/files.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { archiveQuery } from "~/server/schemas.server";

/** Redirects a reload of the download to the list. */
export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return redirect(invoicesPath);
}

export async function action(args: ActionFunctionArgs) {
  const { invoices } = adminApi(args);
  const submission = await readForm(args.request, archiveQuery);
  const refuseArchive = (text: string) => redirectWithToast(args, invoicesPath, errorToast("No archive", text));
  if (submission.status !== "success") return refuseArchive("Choose a month or a year.");
  const opened = await attemptLogged(args, invoices.admin.openArchive(submission.value));
  return opened.ok ? archiveDownload(opened.value) : refuseArchive(opened.message);
}
