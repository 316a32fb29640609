import { eq } from "drizzle-orm";
import { outboxEmails, sessionWaitlist } from "@db/schema";
import { endOffer } from "@server/selling/waitlist/offers";
import { anAccount, refusalOf } from "../../../support/accounts";
import { readBooking } from "../../../support/bookings";
import { aPass, aPassOnSale, bookWithPass, entriesOf } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { anEntryFor, aFullSession, cancelOneBooking, refOf } from "../../../support/waitlist";

/** Returns a member with a pass of one credit, to whom a place for £22 is offered. */
async function anOffer(app: TestApp, terms: Parameters<typeof aPassOnSale>[1] = {}) {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, { credits: 1, ...terms })).id);
  const session = await aFullSession(app, 1, { priceMinor: 2200, enteredPriceMinor: 2200 });
  const member = app.as(actingAs(account));
  await member.waitlist.join({ ...anEntryFor(session), email: account.email });
  await cancelOneBooking(app, session);
  const [entry] = await app.db.select().from(sessionWaitlist).where(eq(sessionWaitlist.sessionId, session.id));
  return { account, pass, session, member, entry: entry!, ref: refOf(entry!) };
}

type Offer = Awaited<ReturnType<typeof anOffer>>;

const formOf = ({ member, session, entry }: Offer, more = {}) =>
  member.bookings.getForm({ sessionId: session.id, quantity: 1, entryId: entry.id, ...more });

async function accept(offer: Offer) {
  const { quote, passes, formKey } = await formOf(offer);
  const paying = passes ? { paying: passes.chosen } : {};
  return offer.member.waitlist.accept({ ...offer.ref, quote, formKey, quantity: 1, ...paying });
}

const isOfferedElsewhere = async (app: TestApp, { member }: Offer) => {
  const startTime = new Date(app.clock.now().getTime() + 7 * 24 * 3_600_000);
  const other = await aSession(app.db, { priceMinor: 2200, startTime });
  return (await member.bookings.getForm({ sessionId: other.id })).passes !== null;
};

test("holds the credits for an open offer, so that nothing else takes them, and accepting uses them", async ({
  app,
}) => {
  const offer = await anOffer(app);
  const { account, pass, entry, member, ref } = offer;
  expect(entry).toMatchObject({ status: "offered", passId: pass.id, heldCredits: 1 });
  expect(await member.waitlist.get(ref)).toMatchObject({
    credits: "1 credit of your pass “Ten sessions” is held for you.",
  });
  const [mail] = await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, "waitlist-offer"));
  expect(mail!.props).toMatchObject({ credits: "1 credit of your pass “Ten sessions” is held for you." });
  expect((await member.passes.listMine())[0]!.held).toMatch(/^1 credit of them is held/);
  expect(await isOfferedElsewhere(app, offer)).toBe(false);
  const other = await aSession(app.db, { priceMinor: 2200 });
  const input = { sessionId: other.id, quote: `pass:${pass.id}:1`, formKey: crypto.randomUUID(), paying: pass.id };
  expect((await refusalOf(member.bookings.create(input))).code).toBe("price_changed");
  const { bookingId } = await accept(offer);
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "completed", passId: pass.id, totalMinor: 0 });
  expect(await entriesOf(app.db, pass)).toBe("granted 1, taken -1");
  expect(account.email).toBe(pass.email);
});

test("control: without what the offer holds, its credit is spent meanwhile and accepting fails", async ({ app }) => {
  const offer = await anOffer(app);
  await app.db.update(sessionWaitlist).set({ passId: null, heldCredits: 0 });
  const { quote, formKey } = await formOf(offer);
  expect(quote).toBe(`pass:${offer.pass.id}:1`);
  await bookWithPass(app, offer.account, await aSession(app.db, { priceMinor: 2200 }));
  const input = { ...offer.ref, quote, formKey, quantity: 1, paying: offer.pass.id };
  expect((await refusalOf(offer.member.waitlist.accept(input))).code).toBe("price_changed");
  expect(await formOf(offer)).toMatchObject({ passes: null, quote: "GBP:2200" });
});

test.for([
  ["declining", (_: TestApp, { member, ref }: Offer) => member.waitlist.decline(ref)],
  ["leaving", (_: TestApp, { member, ref }: Offer) => member.waitlist.leave(ref)],
  [
    "its end",
    async (app: TestApp, { entry }: Offer) => {
      app.clock.moveBy(48 * 60);
      await endOffer(app.services, { entryId: entry.id });
    },
  ],
] as const)("frees the credits with %s", async ([, end], { app }) => {
  const offer = await anOffer(app);
  await end(app, offer);
  expect(await isOfferedElsewhere(app, offer)).toBe(true);
  expect(await entriesOf(app.db, offer.pass)).toBe("granted 1");
});

test("offers the price where the pass has too few credits", async ({ app }) => {
  const account = await anAccount(app.db);
  await aPass(app, account, (await aPassOnSale(app.db, { credits: 2 })).id);
  const session = await aFullSession(app, 1, { priceMinor: 2200, enteredPriceMinor: 2200, creditCost: 3 });
  await app.as(actingAs(account)).waitlist.join({ ...anEntryFor(session), email: account.email });
  await cancelOneBooking(app, session);
  const [entry] = await app.db.select().from(sessionWaitlist);
  expect(entry).toMatchObject({ status: "offered", passId: null, heldCredits: 0 });
});

test("lets a pass that is refunded go, and offers the price instead", async ({ app }) => {
  const offer = await anOffer(app);
  await app.db.execute(
    `insert into credit_entries (pass_id, kind, amount) values ('${offer.pass.id}', 'refunded', -1)`,
  );
  await app.db.execute(`update passes set ended_at = now() where id = '${offer.pass.id}'`);
  expect(await formOf(offer)).toMatchObject({ passes: null, quote: "GBP:2200" });
  expect((await accept(offer)).next).toMatch(/^http/);
});
