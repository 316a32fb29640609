import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { creditEntries, passes, payments, products, purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import { DateTime } from "luxon";
import { outsidePayment } from "./bookings";
import { guestAt } from "./people";
import { inPounds } from "./passes";
import { seedId } from "./seed-id";

const day = 24 * 60 * 60_000;

/** Adds the pass of a guest who has bought ten sessions and has not booked with it yet. */
export async function seedHeldPass(tx: Transaction, { now, timeZone }: { now: Date; timeZone: string }): Promise<void> {
  const isTen = eq(products.id, seedId("pass Ten sessions"));
  const product = one(await tx.select().from(products).where(isTen), "pass on sale");
  const { firstName, lastName, email } = guestAt(1);
  const createdAt = new Date(now.getTime() - 20 * day);
  const terms = { credits: 10, months: 6, starts: "purchase" as const, cover: "all" as const, categoryIds: [] };
  const agreed = { ...terms, placeLimit: inPounds(3000) };
  const price = { totalMinor: product.priceMinor, currency: product.priceCurrency };
  const purchase = {
    id: seedId("held pass"),
    formKey: seedId("form of the held pass"),
    productId: product.id,
    productKind: product.kind,
    productTitle: product.title,
    customerName: `${firstName} ${lastName}`,
    customerEmail: email,
    status: "paid" as const,
    ...price,
    listPriceMinor: price.totalMinor,
    passTerms: agreed,
    createdAt,
    completedAt: createdAt,
  };
  const lastDay = DateTime.fromJSDate(createdAt, { zone: timeZone }).plus({ months: terms.months }).startOf("day");
  await tx.insert(purchases).values(purchase);
  await tx.insert(payments).values({ purchaseId: purchase.id, ...outsidePayment(purchase) });
  const held = await tx
    .insert(passes)
    .values({
      ...agreed,
      purchaseId: purchase.id,
      productId: product.id,
      email,
      title: product.title,
      priceMinor: price.totalMinor,
      currency: price.currency,
      createdAt,
      startsAt: createdAt,
      endsAt: lastDay.plus({ days: 1 }).toJSDate(),
    })
    .returning({ id: passes.id });
  const { id: passId } = one(held, "held pass");
  await tx.insert(creditEntries).values({ passId, kind: "granted", amount: terms.credits, createdAt });
}
