import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, attemptOrSay } from "~/server/api.server";
import { readOrderRef } from "~/features/admin/orders/orders.server";
import { readFields } from "~/server/form.server";
import { ordersPath, orderSyncNews, syncFailure } from "~/features/admin/orders/orders";
import type { Toast } from "~/lib/toast";
import { backFrom, redirectWithToast, requireAdmin } from "~/server/session.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return redirect(ordersPath);
}

/** Asks Stripe about one order again. */
export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const ref = readOrderRef(args.params);
  const back = backFrom(await readFields(args.request), ordersPath);
  const synced = await attemptOrSay(args, apiFor(args).orders.sync(ref), syncFailure);
  const toast: Toast = synced.ok
    ? orderSyncNews(synced.value)
    : { kind: "error", title: "Sync failed", text: synced.message };
  return redirectWithToast(args.context, back, toast);
}
