import type { LoaderFunctionArgs } from "@remix-run/node";
import { orderRef, type OrderRef } from "@server/office/orders/schemas";
import { load } from "~/server/api.server";
import { adminApi, requireAdmin } from "~/server/auth.server";
import { officeCollectionAt } from "~/server/collection-at.server";

export { statusByHand } from "@server/payments/schemas";
export { deletePurchaseForm, grantForm } from "@server/selling/purchases/schemas";

/** Parses an order's kind and id. Throws a 404 if they are malformed. */
export function readOrderRef(params: { kind?: string; id?: string }): OrderRef {
  const ref = orderRef.safeParse(params);
  if (!ref.success) throw new Response("Order not found", { status: 404 });
  return ref.data;
}

export async function loadPurchases(args: LoaderFunctionArgs, collection: string) {
  const api = adminApi(args);
  const { search = "", status = "", sort = "", page } = Object.fromEntries(new URL(args.request.url).searchParams);
  const list = await load(api.orders.listPurchases({ collection, search, status, sort, page }));
  return { collection, list, chosen: { search, status }, sort };
}

/** Loads the page of who has bought a collection. */
export async function loadPurchasesPage(args: LoaderFunctionArgs) {
  requireAdmin(args);
  const { slug, buyers } = await officeCollectionAt(args);
  return { ...(await loadPurchases(args, slug)), title: buyers.title, path: buyers.path };
}
