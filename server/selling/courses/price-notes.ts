import type { Transaction } from "@db/client";
import { products, purchases } from "@db/schema";
import { and, desc, eq, gt, isNull, ne } from "drizzle-orm";
import { mostCompared, notePaid, noteUnusual } from "../../platform/money/price-notes";
import { printEntered } from "../../platform/money/session-price";
import { asSessionPrice } from "../../catalogue/products/typed-product-prices";

type PricedProduct = Parameters<typeof asSessionPrice>[0];

/** `before`: what it cost until now; null if it is new. */
type Former = { id: string; before: PricedProduct | null };

/** Says how the price of a course compares with those of the last ones and its own until now, if it is unusual. */
export async function noteUnusualCourse(tx: Transaction, course: PricedProduct & Former): Promise<string[]> {
  const { priceMinor, priceCurrency: currency, kind, createdAt, id } = products;
  const last = await tx
    .select({ priceMinor })
    .from(products)
    .where(and(eq(kind, "course"), gt(priceMinor, 0), eq(currency, course.priceCurrency), ne(id, course.id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(mostCompared);
  const { before } = course;
  const own = before && before.priceCurrency === course.priceCurrency ? [before.priceMinor] : [];
  return noteUnusual({
    price: { amountMinor: course.highestPriceMinor ?? course.priceMinor, currency: course.priceCurrency },
    printed: printEntered(asSessionPrice(course)),
    last: [...own, ...last.map((row) => row.priceMinor)],
    what: "courses",
  });
}

/** Says what those have paid who have booked a course, and that they keep it. */
export async function notePaidCourses(tx: Transaction, productId: string): Promise<string[]> {
  const { customerEmail: email, totalMinor, currency, status, archivedAt } = purchases;
  const isPaid = and(eq(status, "paid"), isNull(archivedAt), gt(totalMinor, 0));
  const paid = await tx
    .select({ email, totalMinor, currency })
    .from(purchases)
    .where(and(eq(purchases.productId, productId), isPaid));
  return notePaid(paid.map((purchase) => ({ ...purchase, quantity: 1 })));
}
