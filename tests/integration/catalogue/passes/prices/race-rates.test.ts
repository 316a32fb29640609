import { randomUUID } from "node:crypto";
import { purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import { aPassWithRates } from "../../../../support/rates";
import { createBarrier, disableRowLocks, interceptStatements } from "../../../../support/statements";
import { expect, test, type TestApp } from "../../../../support/test-app";

/** Guests buy the last pass at a rate at once; returns the refusals and how many were sold. */
async function race(app: TestApp, product: string, racers: number, prepare = () => {}) {
  const { purchases: api } = app.as();
  const { quote } = await api.getForm({ product, rate1: 2 });
  prepare();
  const outcomes = await Promise.allSettled(
    Array.from({ length: racers }, (_, index) =>
      api.create({
        product,
        quote,
        rate1: 2,
        formKey: randomUUID(),
        firstName: "Ada",
        lastName: "Guest",
        email: `guest${index}@example.com`,
      }),
    ),
  );
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  return { refusals, sold: await app.db.$count(purchases, eq(purchases.priceRateName, "Low income")) };
}

test("sells the last pass at a rate to exactly one of eight, and tells the others", async ({ app }) => {
  const product = await aPassWithRates(app, 1);
  const { sold, refusals } = await race(app, product.id, 8);
  expect(sold).toBe(1);
  expect(refusals).toHaveLength(7);
  expect(new Set(refusals)).toEqual(new Set(["TRPCError: None is left at “Low income”. Please choose another rate."]));
});

// Control run: it shows that the race above is lost without the lock.
test("oversells a rate without the lock on the product (control run)", async ({ app }) => {
  const product = await aPassWithRates(app, 1);
  const { sold } = await race(app, product.id, 4, () => withoutLock(app, 4));
  expect(sold).toBeGreaterThan(1);
});

/** Lets no purchase be written before all have counted what is left of the rates, without the lock on the product. */
function withoutLock(app: TestApp, racers: number): void {
  disableRowLocks(app, "products");
  const allHaveCounted = createBarrier(racers);
  const isCount = (text: string) => text.includes('from "price_rates"') && text.includes("count(*)");
  interceptStatements(app, { after: (text) => (isCount(text) ? allHaveCounted() : undefined) });
}
