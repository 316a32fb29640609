import { DateTime } from "luxon";
import { anAccount } from "../../../support/accounts";
import { aMember } from "../../../support/memberships";
import { aPassOnSale, bookWithPass } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { recordStatements } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";

/** The middle of next week, so that all sessions of a test are in one week. */
const nextWednesday = DateTime.now().setZone("Europe/London").startOf("week").plus({ days: 9, hours: 12 });
const limit = { placeLimit: { priceMinor: 3000, enteredPriceMinor: 3000, enteredCurrency: "GBP" as const } };

const costing = (app: TestApp, amountMinor: number, hours = 0) =>
  aSession(app.db, {
    priceMinor: amountMinor,
    enteredPriceMinor: amountMinor,
    startTime: nextWednesday.plus({ hours }).toJSDate(),
  });

test("shows members what they pay on lists, cards and pages, and no pass beside it", async ({ app }) => {
  const { account } = await aMember(app, { ...limit, discountPercent: 20 });
  await aPassOnSale(app.db);
  const usual = await costing(app, 1800);
  const retreat = await costing(app, 18_000, 2);
  await costing(app, 0, 4);
  const [member, stranger] = [app.as(actingAs(account)), app.as(actingAs(await anAccount(app.db)))];
  const shown = async ({ schedule }: typeof member) => {
    const lists = [await schedule.listUpcoming({}), await schedule.listCards({})];
    const [all, cards] = lists.map(({ sessions }) => sessions.map(({ price }) => price));
    expect(cards).toEqual(all);
    return all;
  };
  expect(await shown(member)).toEqual(["Covered", "£144 as a member", "Free"]);
  expect(await shown(stranger)).toEqual(["£18", "£180", "Free"]);
  expect((await member.schedule.listForMember({})).sessions[0]!.price).toBe("Covered");
  expect((await member.schedule.get({ id: retreat.id })).price).toBe("£144 as a member");
  expect(await member.passes.findOffer({ sessionId: usual.id })).toBeNull();
  expect(await stranger.passes.findOffer({ sessionId: usual.id })).not.toBeNull();
  await bookWithPass(app, account, usual);
  const next = await costing(app, 1800, 6);
  expect((await member.schedule.get({ id: next.id })).price).toBe("£14.40 as a member");
  const offered = async ({ bookings }: typeof member, sessionId: string) =>
    (await bookings.getForm({ sessionId })).passOffer;
  expect([await offered(member, usual.id), await offered(member, next.id)]).toEqual([null, null]);
  expect(await offered(stranger, next.id)).not.toBeNull();
  expect((await member.schedule.get({ id: usual.id })).price).toBe("Covered");
});

test("reads a member's prices with as many statements for many sessions as for one", async ({ app }) => {
  const { account } = await aMember(app, { ...limit, discountPercent: 20 });
  const { schedule } = app.as(actingAs(account));
  await costing(app, 1800);
  const sent = recordStatements(app);
  await schedule.listCards({});
  const one = sent.length;
  for (const hours of [1, 2, 3, 4]) await costing(app, 1800, hours);
  sent.length = 0;
  expect((await schedule.listCards({})).sessions).toHaveLength(5);
  expect(sent.length).toBeLessThanOrEqual(one);
});
