import { outboxEmails, payments } from "@db/schema";
import { followMemberPrices } from "@server/selling/memberships/follow-member-prices";
import { tellPrices } from "@server/selling/memberships/stripe/tell-prices";
import { asc, like } from "drizzle-orm";
import { asAdmin } from "../../../../support/admin";
import { changePrices, liveDays, priceMails, readPrices } from "../../../../support/member-prices";
import { atStripe, joinAtStripe, passDays } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const dayMs = 86_400_000;

async function joined(app: TestApp, options: Parameters<typeof joinAtStripe>[2] = {}, terms = {}) {
  const office = await asAdmin(app);
  await app.stripe.control.hold({});
  const member = await joinAtStripe(app, terms, options);
  await app.runJobs();
  return { ...member, office, read: () => readPrices(app, member.account.id) };
}

const charges = (app: TestApp) => app.db.select().from(payments).orderBy(asc(payments.paidAt));

test("charges members a new price from the first renewal 30 days after it was mailed, and shows it", async ({
  app,
}) => {
  const { office, plan, id, own, read } = await joined(app);
  await liveDays(app, 5, 5);
  await changePrices(office, plan.id, { monthly: 4500 });
  await followMemberPrices(app.services);
  await followMemberPrices(app.services);
  await app.runJobs();
  const { from } = await read();
  const [mail, ...others] = await priceMails(app);
  expect(others).toEqual([]);
  const day = from!.toLocaleDateString("en-US", { dateStyle: "full", timeZone: app.services.settings.siteTimeZone });
  expect(mail!.text).toContain(`It costs £40.00 a month now, and £45.00 a month from ${day}.`);
  const shown = { price: "£40.00 a month", nextPrice: `From ${day} it costs £45.00 a month.` };
  expect(await own.getMine()).toMatchObject(shown);
  expect(await office.memberships.admin.getMember({ id })).toMatchObject(shown);
  await liveDays(app, 52, 26);
  expect((await read()).priceMinor).toBe(4000);
  await liveDays(app, 8, 2);
  await liveDays(app, 30, 15);
  const paid = await charges(app);
  expect(paid.map(({ amountMinor }) => amountMinor)).toEqual([4000, 4000, 4500, 4500]);
  const first = paid[2]!.paidAt!;
  expect(first.getTime() - mail!.sentAt!.getTime()).toBeGreaterThanOrEqual(30 * dayMs);
  expect(Math.abs(first.getTime() - from!.getTime())).toBeLessThan(dayMs);
  expect(await own.getMine()).toMatchObject({ price: "£45.00 a month", nextPrice: null });
  expect(await priceMails(app)).toHaveLength(1);
});

test("leaves members as they are if a price is for new members only, and those with a founding price always", async ({
  app,
}) => {
  const founding = { foundingMonthlyMinor: 3000, foundingPlaces: 1 };
  const { office, plan, read } = await joined(app, {}, founding);
  const founders = { foundingMonthly: 3000, foundingPlaces: 1 };
  await changePrices(office, plan.id, { ...founders, monthly: 5000, pricesFor: "new" });
  await changePrices(office, plan.id, { ...founders, monthly: 5000 });
  await followMemberPrices(app.services);
  expect(await read()).toMatchObject({ priceMinor: 3000, next: null });
  const second = await joinAtStripe(app);
  await changePrices(office, second.plan.id, { monthly: 5000, pricesFor: "new" });
  await followMemberPrices(app.services);
  expect(await readPrices(app, second.account.id)).toMatchObject({ priceMinor: 4000, next: null });
  expect(await priceMails(app)).toEqual([]);
});

test("mails each of two quick changes, and charges the last one; one that is taken back is mailed too", async ({
  app,
}) => {
  const { office, plan, read } = await joined(app);
  await changePrices(office, plan.id, { monthly: 4500 });
  await followMemberPrices(app.services);
  await Promise.all([
    changePrices(office, plan.id, { monthly: 5000 }),
    ...[1, 2].map(() => followMemberPrices(app.services)),
  ]);
  await Promise.all([1, 2, 3].map(() => followMemberPrices(app.services)));
  expect(await read()).toMatchObject({ priceMinor: 4000, next: 5000 });
  await changePrices(office, plan.id, { monthly: 4000 });
  await followMemberPrices(app.services);
  expect(await read()).toMatchObject({ priceMinor: 4000, next: null, from: null });
  await changePrices(office, plan.id, { monthly: 5000 });
  await followMemberPrices(app.services);
  await app.runJobs();
  const mails = await priceMails(app);
  expect(mails.map(({ text }) => /£(\d+)\.00 a month (?:from|What)|stays as it is/.exec(text)?.[1] ?? "kept")).toEqual([
    ...["45", "50"],
    ...["kept", "50"],
  ]);
  await liveDays(app, 57, 19);
  await liveDays(app, 5);
  const amounts = (await charges(app)).map(({ amountMinor }) => amountMinor);
  expect(amounts.filter((amount) => amount === 4500)).toEqual([]);
  expect(amounts.at(-1)).toBe(5000);
});

test("charges nothing by the change itself, once told twice, and after a process that died before it told Stripe", async ({
  app,
}) => {
  const { office, plan, read, reference } = await joined(app);
  await changePrices(office, plan.id, { monthly: 4500 });
  await followMemberPrices(app.services);
  await app.runJobs();
  const due = (await read()).from!;
  const daysLeft = (due.getTime() - app.clock.now().getTime()) / dayMs;
  await liveDays(app, Math.floor(daysLeft) - 2, 10);
  const before = await charges(app);
  // Dies behind the commit, before Stripe is told.
  await app.db.execute("update memberships set is_price_untold = true");
  await Promise.all([tellPrices(app.services), tellPrices(app.services)]);
  await tellPrices(app.services);
  const { items } = await atStripe(app, reference);
  expect(items.data.map(({ price }) => price.unit_amount)).toEqual([4500]);
  expect(await read()).toMatchObject({ priceMinor: 4500, next: null, isUntold: false });
  expect(await charges(app)).toHaveLength(before.length);
  await liveDays(app, 4);
  const amounts = (await charges(app)).map(({ amountMinor }) => amountMinor);
  expect(amounts).toEqual([...before.map(() => 4000), 4500]);
});

test("waits for another renewal if the mail was not sent in time", async ({ app }) => {
  const { office, plan, read } = await joined(app);
  await changePrices(office, plan.id, { monthly: 4500 });
  await followMemberPrices(app.services);
  const { from } = await read();
  const isPriceMail = like(outboxEmails.dedupeKey, "%:price:%");
  await app.db.update(outboxEmails).set({ stopped: "refused" }).where(isPriceMail);
  const days = Math.ceil((from!.getTime() - app.clock.now().getTime()) / dayMs) + 1;
  await liveDays(app, days - 4, 14);
  await liveDays(app, 4);
  expect(await read()).toMatchObject({ priceMinor: 4000, next: 4500 });
  expect((await read()).from!.getTime()).toBeGreaterThan(from!.getTime());
  expect(new Set((await charges(app)).map(({ amountMinor }) => amountMinor))).toEqual(new Set([4000]));
});

test("charges the old price if the site was down when the new one was due", async ({ app }) => {
  const { office, plan } = await joined(app);
  await changePrices(office, plan.id, { monthly: 4500 });
  await followMemberPrices(app.services);
  await app.runJobs();
  await passDays(app, 70);
  await liveDays(app, 30, 2);
  const amounts = (await charges(app)).map(({ amountMinor }) => amountMinor);
  expect(amounts).toEqual([4000, 4000, 4000, 4500]);
});

test("lets a member who was told cancel before the day, and charges nothing more", async ({ app }) => {
  const { office, plan, own } = await joined(app);
  await changePrices(office, plan.id, { monthly: 4500 });
  await followMemberPrices(app.services);
  await app.runJobs();
  await own.cancel({});
  await liveDays(app, 70, 14);
  expect((await charges(app)).map(({ amountMinor }) => amountMinor)).toEqual([4000]);
  expect(await own.getMine()).toMatchObject({ isOver: true, nextPrice: null });
});
