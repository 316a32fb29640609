import { randomUUID } from "node:crypto";
import { showPriceWith } from "../../discounts/prices";
import { hasFullAccess } from "../access";
import type { MemberContext } from "../../core/context";
import type { CollectionName } from "../../core/collections";
import { findOpenPurchase } from "./find-open-purchase";
import { quoteCollection } from "./quote-collection";

/** What the purchase dialog gets. */
export type PurchaseForm = Awaited<ReturnType<typeof getPurchaseForm>>;

type Wanted = { collection: CollectionName; discountCode?: string | undefined };

/** What the purchase dialog shows and carries: the price as it stands now, and a new one-time key. */
export async function getPurchaseForm(ctx: MemberContext, { collection, discountCode }: Wanted) {
  // Who comes back from the payment page by the browser's own button goes on with the code that waits there.
  const open = discountCode ? await findOpenPurchase(ctx.db, ctx, collection) : undefined;
  const quoted = await quoteCollection(ctx.db, ctx, collection);
  return {
    isOwned: await hasFullAccess(ctx.db, ctx.user, collection),
    buyer: { name: ctx.user.fullName, email: ctx.user.email },
    ...(await showPriceWith(ctx, quoted, discountCode, open?.id)),
    formKey: randomUUID(),
  };
}
