import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { orderSyncToast, syncFailure } from "~/features/admin/orders/orders";
import { readOrderRef } from "~/features/admin/orders/orders.server";
import { errorToast, type Toast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { adminApi, backFrom, requireAdmin } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readFields } from "~/server/form.server";
import { ordersPath } from "~/features/admin/admin-paths";

export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return redirect(ordersPath);
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const ref = readOrderRef(args.params);
  const back = backFrom(await readFields(args.request), ordersPath);
  const synced = await attemptLogged(args, api.orders.sync(ref), syncFailure);
  const toast: Toast = synced.ok ? orderSyncToast(synced.value) : errorToast("Sync failed", synced.message);
  return redirectWithToast(args, back, toast);
}
