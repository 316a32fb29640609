import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { payments } from "@db/schema";
import { readCode } from "@server/selling/gift-cards/code";
import { payAtStripe, readCard } from "./gift-cards";
import { aPassOnSale } from "./passes";
import type { TestApp } from "./test-app";

const giver = { firstName: "Ben", lastName: "Okafor", email: "ben@example.com" };
export const hannah = { firstName: "Hannah", lastName: "Guest", email: "hannah@example.com" };

/** Buys a pass of 10 credits for £99.99 as a gift for Hannah, and pays for it. */
export async function aGivenPass(app: TestApp) {
  const product = await aPassOnSale(app.db, {}, { priceMinor: 9999, title: "Ten evenings" });
  const { giftCards: api } = app.as();
  const { quote } = await api.getPassForm({ id: product.id });
  const gift = { id: product.id, quote, currency: "GBP" as const, to: "other" as const };
  const { purchaseId } = await api.buyPass({
    ...{ ...gift, ...giver, recipientEmail: hannah.email, formKey: randomUUID() },
  });
  const payment = (await app.db.query.payments.findFirst({ where: eq(payments.purchaseId, purchaseId) }))!;
  await payAtStripe(app, payment.stripeCheckoutSessionId!);
  const card = await readCard(app.db, purchaseId);
  return { ...card, paymentId: payment.id, code: readCode(app.services.settings, card)!, product };
}
