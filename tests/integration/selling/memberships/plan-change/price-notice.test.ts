import { outboxEmails } from "@db/schema";
import { followMemberPrices } from "@server/selling/memberships/follow-member-prices";
import { desc, like } from "drizzle-orm";
import { asAdmin } from "../../../../support/admin";
import { changePrices, liveDays, priceMails, readPrices } from "../../../../support/member-prices";
import { aChanger, takenAtStripe } from "../../../../support/plan-changes";
import { passDays } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const dayMs = 86_400_000;
const lesser = { monthlyMinor: 2000, yearlyMinor: 20_000, weeklyLimit: 1, credits: 2 };
const terms = { yearly: 40_000, credits: 4 };

/** A member of £40 a month who may change to another plan. */
async function aMemberWithChoices(app: TestApp, to = {}) {
  const office = await asAdmin(app);
  const changer = await aChanger(app, { to });
  await app.runJobs();
  const decide = async (monthly: number) => {
    await changePrices(office, changer.plan.id, { ...terms, monthly });
    await followMemberPrices(app.services);
    await app.runJobs();
  };
  const decideOther = async (monthly: number, pricesFor: "new" | "members" = "members") => {
    const title = "Two evenings a week";
    await changePrices(office, changer.dearer.id, { title, monthly, yearly: 20_000, credits: 2, pricesFor });
    await followMemberPrices(app.services);
    await app.runJobs();
  };
  const prices = () => readPrices(app, changer.account.id);
  const daysTo = (day: Date) => (day.getTime() - app.clock.now().getTime()) / dayMs;
  const taken = () => takenAtStripe(app, changer.reference);
  return { ...changer, office, decide, decideOther, prices, daysTo, taken };
}

/** The same once £45 a month is announced for the second renewal, ten days after the first. */
async function announced(app: TestApp, to = {}) {
  const member = await aMemberWithChoices(app, to);
  await passDays(app, 5);
  await member.decide(4500);
  const { from } = await member.prices();
  expect(member.daysTo(from!)).toBeGreaterThan(50);
  await liveDays(app, member.daysTo(from!) - 20, 20);
  return { ...member, from: from! };
}

const lastNews = async (app: TestApp): Promise<string> => {
  const isNews = like(outboxEmails.dedupeKey, "membership:%");
  const [mail] = await app.db.select().from(outboxEmails).where(isNews).orderBy(desc(outboxEmails.createdAt)).limit(1);
  return (mail!.props as { text: string }).text;
};

test("forgets the price that was announced when the plan changes at once, and charges what was shown", async ({
  app,
}) => {
  const { own, dearer, change, taken, from, daysTo, sync } = await announced(app);
  expect((await own.getMine())!.nextPrice).toContain("£45.00 a month");
  expect(await change(dearer)).toBe("made");
  expect(await own.getMine()).toMatchObject({ price: "£80.00 a month", nextPrice: null, change: null });
  expect(await lastNews(app)).toContain("Then £80.00 a month is taken");
  await liveDays(app, daysTo(from) + 1, 7);
  await sync();
  expect((await taken()).toSpliced(2, 1)).toEqual([4000, 4000, 8000]);
  expect(await priceMails(app)).toHaveLength(1);
});

test("shows and charges the plan that follows instead of the price that was announced", async ({ app }) => {
  const { own, office, id, dearer: cheaper, change, taken, from, daysTo, prices } = await announced(app, lesser);
  expect(await change(cheaper)).toBe("planned");
  const shown = { price: "£40.00 a month", nextPrice: null };
  const mine = await own.getMine();
  expect(mine).toMatchObject({ ...shown, change: { text: expect.stringContaining("£20 a month") as string } });
  expect(await office.memberships.admin.getMember({ id })).toMatchObject({ ...shown, change: mine!.change!.text });
  await liveDays(app, daysTo(from) - 1, 4);
  // Within the days in which it would be due.
  expect(await prices()).toMatchObject({ priceMinor: 4000, next: 4500, isUntold: false });
  await liveDays(app, 2);
  expect(await taken()).toEqual([4000, 4000, 2000]);
  expect(await own.getMine()).toMatchObject({ price: "£20.00 a month", nextPrice: null, change: null });
  expect(await priceMails(app)).toHaveLength(1);
});

test("comes back with the plan when the change is taken back, and is charged on the day that was mailed", async ({
  app,
}) => {
  const { own, dearer: cheaper, change, taken, from, daysTo } = await announced(app, lesser);
  const { nextPrice } = (await own.getMine())!;
  await change(cheaper);
  await liveDays(app, daysTo(from) - 1, 4);
  await own.takeBackChange();
  expect(await own.getMine()).toMatchObject({ nextPrice, change: null });
  expect(await lastNews(app)).toContain(`is taken back. ${nextPrice}`);
  await liveDays(app, 1.5, 0.5);
  expect(await taken()).toEqual([4000, 4000, 4500]);
  expect(await priceMails(app)).toHaveLength(1);
});

test("mails no price to a member whose plan changes before, unless the change is taken back", async ({ app }) => {
  const { own, dearer: cheaper, change, decide, prices, daysTo, taken } = await aMemberWithChoices(app, lesser);
  await change(cheaper);
  await decide(4500);
  expect(await priceMails(app)).toEqual([]);
  expect(await own.getMine()).toMatchObject({ price: "£40.00 a month", nextPrice: null });
  await passDays(app, 5);
  await own.takeBackChange();
  await followMemberPrices(app.services);
  await app.runJobs();
  const [mail] = await priceMails(app);
  const { from } = await prices();
  expect(mail!.text).toContain("It costs £40.00 a month now, and £45.00 a month from");
  expect(daysTo(from!)).toBeGreaterThanOrEqual(30);
  await liveDays(app, daysTo(from!) - 4, 20);
  await liveDays(app, 5, 2);
  expect(await taken()).toEqual([4000, 4000, 4500]);
});

test.for(["members", "new"] as const)(
  "begins the planned plan at the price that was shown, though it changes meanwhile for %s",
  async (pricesFor, { app }) => {
    const {
      dearer: cheaper,
      change,
      decideOther,
      taken,
      read,
      prices,
      daysTo,
      own,
    } = await aMemberWithChoices(app, lesser);
    await change(cheaper);
    await passDays(app, 5);
    await decideOther(2500, pricesFor);
    expect(await own.getMine()).toMatchObject({ change: { text: expect.stringContaining("£20 a month") as string } });
    expect(await priceMails(app)).toEqual([]);
    await liveDays(app, daysTo((await read()).accessUntil!) + 1, 9);
    expect(await taken()).toEqual([4000, 2000]);
    const mails = await priceMails(app);
    if (pricesFor === "new") {
      expect([mails, (await prices()).next]).toEqual([[], null]);
      return;
    }
    expect(mails[0]!.text).toContain("It costs £20.00 a month now, and £25.00 a month from");
    const { from } = await prices();
    expect(daysTo(from!)).toBeGreaterThanOrEqual(30);
    await liveDays(app, daysTo(from!) - 4, 20);
    await liveDays(app, 5, 2);
    expect([...new Set(await taken())]).toEqual([4000, 2000, 2500]);
    expect((await taken()).at(-1)).toBe(2500);
  },
);

test("says nothing of a price that was announced while the membership is cancelled", async ({ app }) => {
  const { own } = await announced(app);
  await own.cancel({});
  expect(await own.getMine()).toMatchObject({ state: "cancelled", nextPrice: null });
  await own.undoCancelling();
  expect((await own.getMine())!.nextPrice).toContain("£45.00 a month");
});
