import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { memberPath } from "~/features/admin/admin-paths";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf } from "~/server/api.server";
import { adminApi, requireAdmin } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return redirect(memberPath(idOf(args)));
}

/** Reads the membership at Stripe again. */
export async function action(args: ActionFunctionArgs) {
  const id = idOf(args);
  const synced = await attemptLogged(args, adminApi(args).memberships.admin.sync({ id }));
  const toast = synced.ok
    ? successToast("Synced with Stripe", "This is what Stripe says now.")
    : errorToast("Sync failed", synced.message);
  return redirectWithToast(args, memberPath(id), toast);
}
