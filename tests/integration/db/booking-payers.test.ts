import { randomUUID } from "node:crypto";
import { migrate } from "@db/migrate";
import { expect } from "../../support/database";
import { insertRows, testOlder } from "../../support/older-database";

/** A database as it was when a booking had a column for each thing that can pay for it. */
const test = testOlder("0039_unread-columns");

const day = (days: number): Date => new Date(Date.UTC(2026, 9, 1 + days, 9));
const [passId, coverId, purchaseId] = [randomUUID(), randomUUID(), randomUUID()];

const passOf = (id: string) => ({
  id,
  purchase_id: randomUUID(),
  product_id: randomUUID(),
  email: "ada@example.com",
  title: "Ten evenings",
  credits: 10,
  starts: "purchase",
  cover: "all",
  months: 6,
  price_minor: 9000,
  currency: "GBP",
});

const purchase = {
  id: purchaseId,
  product_id: randomUUID(),
  product_kind: "course",
  product_title: "Six weeks",
  customer_name: "Ada Lind",
  customer_email: "ada@example.com",
  form_key: randomUUID(),
  list_price_minor: 10_000,
  total_minor: 10_000,
  currency: "GBP",
  status: "paid",
};

const bookingOf = (values: Record<string, unknown>) => ({
  id: randomUUID(),
  session_id: randomUUID(),
  attendee_first_name: "Ada",
  attendee_last_name: "Lind",
  attendee_email: "ada@example.com",
  status: "completed",
  payment_status: "free",
  form_key: randomUUID(),
  list_price_minor: 1800,
  total_minor: 0,
  currency: "GBP",
  time_zone: "Europe/London",
  ...values,
});

const ofCourse = { list_price_minor: 0, course_purchase_id: purchaseId };
const byPass = bookingOf({ pass_id: passId, credits: 2 });
/** Written by a version that stored no credits. */
const byTickets = bookingOf({ pass_id: passId });
const covered = bookingOf({ pass_id: coverId, is_by_membership: true, credits: 1 });
const lapsed = { ...covered, id: randomUUID(), form_key: randomUUID(), status: "cancelled", lapsed_at: day(3) };
/** Cancelled and booked again by hand: its credits had gone back. */
const revived = bookingOf({ is_by_membership: true });
const byMoney = bookingOf({ total_minor: 1800, payment_status: "paid" });
const date = bookingOf({ ...ofCourse, course_share_minor: 3333 });
const returned = bookingOf({ ...ofCourse, course_share_minor: 3334, status: "cancelled", share_returned_at: day(2) });
const missed = bookingOf({ ...ofCourse, course_share_minor: 0, status: "cancelled" });
const madeUp = bookingOf({ ...ofCourse, course_share_minor: 3333, makes_up_for_id: missed.id });

const nothing = { pass_id: null, purchase_id: null, returned_at: null, makes_up_for_id: null };
const course = { ...nothing, kind: "course", purchase_id: purchaseId };

test("moves what has paid for bookings into rows of their own, with what was returned", async ({
  older: { url, client },
}) => {
  const bookings = [byPass, byTickets, covered, lapsed, revived, byMoney, date, returned, missed, madeUp];
  await insertRows(client, "passes", [passOf(passId), passOf(coverId)]);
  await insertRows(client, "purchases", [purchase]);
  for (const booking of bookings) await insertRows(client, "session_bookings", [booking]);
  await insertRows(
    client,
    "booking_tickets",
    [1, 2, 3].map((number) => ({ id: randomUUID(), booking_id: byTickets.id, number, share_minor: 0 })),
  );
  await migrate(url);

  const { rows } = await client.query<{ booking_id: string }>("select * from booking_payers");
  expect(Object.fromEntries(rows.map(({ booking_id: id, ...payer }) => [id, payer]))).toEqual({
    [byPass.id]: { ...nothing, kind: "pass", pass_id: passId, share: 2 },
    [byTickets.id]: { ...nothing, kind: "pass", pass_id: passId, share: 3 },
    [covered.id]: { ...nothing, kind: "membership", pass_id: coverId, share: 1 },
    [lapsed.id]: { ...nothing, kind: "membership", pass_id: coverId, share: 1, returned_at: day(3) },
    [date.id]: { ...course, share: 3333 },
    [returned.id]: { ...course, share: 3334, returned_at: day(2) },
    [missed.id]: { ...course, share: 0 },
    [madeUp.id]: { ...course, share: 3333, makes_up_for_id: missed.id },
  });
  expect((await client.query("select from session_bookings")).rowCount).toBe(bookings.length);
});
