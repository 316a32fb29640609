import { randomUUID } from "node:crypto";
import { anAccount } from "../../support/accounts";
import { aPaidBooking } from "../../support/bookings";
import { aPass, aPassOnSale, bookWithPass } from "../../support/passes";
import { aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";
import { type Books, readBooks } from "./books";
import { expectCreditsToBeExplained } from "./credits";

/** Returns the books of a site on which one place was paid by card, and two by a pass. */
async function someBooks(app: TestApp): Promise<Books> {
  const account = await anAccount(app.db);
  await aPass(app, account, (await aPassOnSale(app.db, { credits: 3 })).id);
  await bookWithPass(app, account, await aSession(app.db), { quantity: 2 });
  await aPaidBooking(app, await aSession(app.db));
  return readBooks(app);
}

type Entry = Books["credits"][number];
const without = (books: Books, kind: Entry["kind"]): Books => {
  const gone = books.credits.find((entry) => entry.kind === kind);
  return { ...books, credits: books.credits.filter((entry) => entry !== gone) };
};
const another = (books: Books, kind: Entry["kind"], amount: number): Books => ({
  ...books,
  credits: [...books.credits, { ...books.credits[0]!, id: randomUUID(), kind, amount }],
});
function bookingsAs(books: Books, changed: Partial<Books["bookings"][number]>): Books {
  const bookings = books.bookings.map((booking) => (booking.passId ? { ...booking, ...changed } : booking));
  return { ...books, bookings, live: bookings.filter(({ status }) => status !== "cancelled") };
}

/** What the histories must find, and the words with which they say so. */
const faults: Record<string, [(books: Books) => Books, RegExp]> = {
  "a credit from nowhere": [(books) => another(books, "granted", 1), /credits granted with a pass/],
  "a credit that vanished": [(books) => another(books, "taken", -1), /credits granted with a pass/],
  "a balance below 0": [(books) => another(books, "expired", -2), /balance of a pass/],
  "a place without its credit": [
    (books) => without(books, "taken"),
    /tickets that neither money nor a credit has paid for/,
  ],
  "a cancelled place that kept its credit": [
    (books) => bookingsAs(books, { status: "cancelled" }),
    /credits granted with a pass|kept a credit/,
  ],
  "a place paid by credit that costs money, too": [
    (books) => ({ ...books, tickets: books.tickets.map((ticket) => ({ ...ticket, shareMinor: 1800 })) }),
    /tickets that are paid by money and by a credit/,
  ],
  "a place paid by credit and by card": [
    (books) => {
      const [booking] = books.bookings.filter(({ passId }) => passId);
      return { ...books, payments: books.payments.map((paid) => ({ ...paid, bookingId: booking!.id })) };
    },
    /payments for tickets that a pass has paid for/,
  ],
};

test.for(Object.keys(faults))("the histories find %s", async (name, { app }) => {
  const books = await someBooks(app);
  expectCreditsToBeExplained(books);
  const [spoil, words] = faults[name]!;
  expect(() => expectCreditsToBeExplained(spoil(books))).toThrow(words);
});
