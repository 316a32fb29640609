import { eq, inArray } from "drizzle-orm";
import { giftCardEntries, payments, refunds, sessionBookings } from "@db/schema";
import { compareBooks } from "@server/payments/ledger/compare-books";
import { readOwnBooks } from "@server/payments/ledger/read-own-books";
import { releaseUnpaid } from "@server/payments/release";
import { readBooking } from "../../../support/bookings";
import { aGiftCard, bookWithCards, giftBalanceOf, payAtStripe } from "../../../support/gift-cards";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

type Card = Awaited<ReturnType<typeof aGiftCard>>;
type Step = "book" | "pay" | "lapse" | "cancel";

/** Returns numbers that look random and are the same in each run. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Books, pays, lets lapse and cancels in a random order, some steps twice at once. */
async function live(app: TestApp, cards: Card[], seed: number): Promise<void> {
  const random = randomOf(seed);
  const made: { bookingId: string; checkoutId: string }[] = [];
  for (const _ of Array.from({ length: 12 })) {
    const steps: Step[] = ["book", "pay", "lapse", "cancel"];
    const step = made.length === 0 ? "book" : (steps[random(steps.length)] ?? "book");
    if (step === "book") {
      const session = await aSession(app.db, { priceMinor: 1000 + random(60) * 100 });
      const codes = cards.filter(() => random(2) === 0).map(({ code }) => code);
      const booked = bookWithCards(app, session, { codes, email: `guest${made.length}@example.com` });
      const booking = await booked.catch(() => null); // an empty card is refused
      if (booking) made.push(booking);
      continue;
    }
    const { bookingId, checkoutId } = made[random(made.length)]!;
    await Promise.allSettled([act(app, step, { bookingId, checkoutId }), act(app, step, { bookingId, checkoutId })]);
  }
  await app.runJobs();
}

async function act(app: TestApp, step: Step, { bookingId, checkoutId }: { bookingId: string; checkoutId: string }) {
  if (step === "pay" && checkoutId) return payAtStripe(app, checkoutId);
  if (step === "lapse") return releaseUnpaid(app.services, { kind: "booking", id: bookingId });
  if (step !== "cancel") return;
  const { manageKey: key } = await readBooking(app, bookingId);
  return app.as().bookings.cancel({ bookingId, key });
}

/** Returns what a card has paid and not got back, as its payments and their refunds say. */
async function heldByPayments({ db }: TestApp, card: Card): Promise<number> {
  const own = await db.select().from(payments).where(eq(payments.giftCardId, card.id));
  const live = own.filter(({ state }) => state === "open" || state === "paid");
  const ids = live.map(({ id }) => id);
  const back = ids.length > 0 ? await db.select().from(refunds).where(inArray(refunds.paymentId, ids)) : [];
  const sum = (rows: { amountMinor: number }[]) => rows.reduce((all, { amountMinor }) => all + amountMinor, 0);
  return sum(live) - sum(back.filter(({ state }) => state === "succeeded"));
}

for (const seed of [1, 2, 3, 4, 5, 6]) {
  test(`keeps balances and ledger right in a random order of holds, lapses and refunds (${seed})`, async ({ app }) => {
    const cards = [await aGiftCard(app, { amount: 12_000 }), await aGiftCard(app, { amount: 7000 })];
    await live(app, cards, seed);
    for (const card of cards) {
      expect(await giftBalanceOf(app.db, card)).toBe(card.amountMinor - (await heldByPayments(app, card)));
    }
    for (const booking of await app.db.select().from(sessionBookings)) {
      const paid = await app.db.select().from(payments).where(eq(payments.bookingId, booking.id));
      const sumOf = (state: string) =>
        paid.filter((part) => part.state === state).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      if (booking.status === "completed") expect([sumOf("paid"), sumOf("open")]).toEqual([booking.totalMinor, 0]);
      if (booking.status === "pending") expect([sumOf("paid"), sumOf("open")]).toEqual([0, booking.totalMinor]);
      if (booking.status === "cancelled") expect(sumOf("open")).toBe(0);
    }
    const now = app.services.clock.now();
    const period = { from: new Date(now.getTime() - 86_400_000), until: new Date(now.getTime() + 86_400_000) };
    const own = await readOwnBooks(app.services, period, null);
    expect(compareBooks({ period, now, stripe: null, own }).filter(({ problem }) => problem)).toEqual([]);
  });
}

test("control: without what a lapse gives back, the balance is wrong", async ({ app }) => {
  const card = await aGiftCard(app);
  const { bookingId } = await bookWithCards(app, await aSession(app.db, { priceMinor: 8000 }), { codes: [card.code] });
  await app.db.update(payments).set({ state: "cancelled" }).where(eq(payments.bookingId, bookingId));
  expect(await giftBalanceOf(app.db, card)).not.toBe(card.amountMinor - (await heldByPayments(app, card)));
  expect(await app.db.$count(giftCardEntries)).toBe(2);
});
