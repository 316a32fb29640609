import { randomUUID } from "node:crypto";
import { purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import { aCourseForm, someDates } from "../../../support/courses";
import { aCourseWithEarlyPrice, aCourseWithRates } from "../../../support/rates";
import { createBarrier, disableRowLocks, interceptStatements } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";

type Racers = { count: number; rate: string; rate1?: number; prepare?: () => void };

/** Lets visitors book a course at once at a price of which one is left; returns the refusals and how many got it. */
async function race(app: TestApp, id: string, { count, rate, rate1, prepare }: Racers) {
  const chosen = rate1 === undefined ? {} : { rate1 };
  const forms = await Promise.all(Array.from({ length: count }, () => aCourseForm(app, id, chosen)));
  prepare?.();
  const outcomes = await Promise.allSettled(
    forms.map((form, index) =>
      app.as({ visitor: { address: `10.8.0.${index}`, browserId: randomUUID() } }).courses.book(form),
    ),
  );
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  return { refusals, sold: await app.db.$count(purchases, eq(purchases.priceRateName, rate)) };
}

const lowIncome = { rate: "Low income", rate1: 2 };
const early = { rate: "Early price" };

test("sells the last place at a rate of a course to exactly one of twelve, and tells the others", async ({ app }) => {
  const { id } = await aCourseWithRates(app, await someDates(app.db), 1);
  const { sold, refusals } = await race(app, id, { ...lowIncome, count: 12 });
  expect([sold, refusals.length]).toEqual([1, 11]);
  for (const refusal of refusals) expect(refusal).toContain("No places are left at “Low income”.");
});

test("sells the last early place of a course to exactly one of eight, and asks the others again", async ({ app }) => {
  const { id } = await aCourseWithEarlyPrice(app, await someDates(app.db), { places: 1 });
  expect((await app.as().courses.get({ id })).prices).toEqual(["Early price for 1 more place. After that, £100."]);
  const { sold, refusals } = await race(app, id, { ...early, count: 8 });
  expect([sold, refusals.length]).toEqual([1, 7]);
  for (const refusal of refusals) expect(refusal).toContain("The price has changed");
  expect((await app.as().courses.getForm({ id })).total).toBe("£100.00");
});

// Control runs: they show that the races above are lost without the locks.
test("oversells a rate and an early price without the locks (control run)", async ({ app }) => {
  const racers = 4;
  const prepare = () => withoutLocks(app, racers);
  const { id } = await aCourseWithRates(app, await someDates(app.db), 1);
  const rates = await race(app, id, { ...lowIncome, count: racers, prepare });
  expect(rates.sold).toBeGreaterThan(1);
  const other = await aCourseWithEarlyPrice(app, await someDates(app.db), { places: 1 });
  const earlyOnes = await race(app, other.id, { ...early, count: racers, prepare });
  expect(earlyOnes.sold).toBeGreaterThan(1);
});

/** Lets no purchase be written before all have counted what is left, without the locks on sessions and products. */
function withoutLocks(app: TestApp, racers: number): void {
  disableRowLocks(app, "products", "live_sessions");
  const allHaveCounted = createBarrier(racers);
  const isCount = (text: string) => text.includes('from "price_rates"') && text.includes("count(*)");
  interceptStatements(app, { after: (text) => (isCount(text) ? allHaveCounted() : undefined) });
}
