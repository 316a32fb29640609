import type { Context } from "../../core/context";
import { getMyGiftCard, type OwnCardRef, type PrintedCard } from "../../catalogue/gift-cards/my-gift-cards";
import { type InvoiceLink, withInvoices } from "../../payments/invoices/read-invoice";

export type BoughtGiftCard = PrintedCard & { invoices: InvoiceLink[] };

/** Returns a gift card with the invoices of its sale, to the member or the guest who has bought it. Throws not_found. */
export async function getBoughtGiftCard(ctx: Context, ref: OwnCardRef): Promise<BoughtGiftCard> {
  const card = await getMyGiftCard(ctx, ref);
  return withInvoices(ctx.db, { kind: "purchase", id: card.purchaseId }, Promise.resolve(card));
}
