import { expect, test } from "vitest";
import { isLikeBooked } from "@server/selling/bookings/move/moves";

const booked = { category: "Breathwork", priceMinor: 1800, enteredPriceMinor: 1800, enteredCurrency: "GBP" as const };
const inPounds = { listPriceMinor: 1800, currency: "GBP" as const, exchangeRate: null };
/** £18 at 1.17 is €21.06, shown as €21. */
const inEuros = { listPriceMinor: 2100, currency: "EUR" as const, exchangeRate: "1.17" };
const free = { priceMinor: 0, enteredPriceMinor: 0 };
const typedInEuros = { priceMinor: 1700, enteredPriceMinor: 2000, enteredCurrency: "EUR" as const };

test.for([
  { what: "the same price", booking: inPounds, to: {}, is: true },
  { what: "a higher price", booking: inPounds, to: { priceMinor: 1900, enteredPriceMinor: 1900 }, is: false },
  { what: "a lower price", booking: inPounds, to: { priceMinor: 1700, enteredPriceMinor: 1700 }, is: false },
  { what: "no price", booking: inPounds, to: free, is: false },
  { what: "another category", booking: inPounds, to: { category: "Birth" }, is: false },
  { what: "no category", booking: inPounds, to: { category: null }, is: false },
  { what: "a price typed in another currency", booking: inPounds, to: { enteredCurrency: "EUR" as const }, is: false },
  { what: "the same price at the booking's rate", booking: inEuros, to: {}, is: true },
  {
    what: "another price at the booking's rate",
    booking: inEuros,
    to: { priceMinor: 2000, enteredPriceMinor: 2000 },
    is: false,
  },
  { what: "a booking at an older price", booking: { ...inPounds, listPriceMinor: 1600 }, to: {}, is: false },
  { what: "two tickets at that price", booking: { ...inPounds, listPriceMinor: 3600 }, tickets: 2, to: {}, is: true },
  { what: "a booking that was free", booking: { ...inPounds, listPriceMinor: 0 }, to: {}, is: false },
])("$what: $is", ({ booking, tickets = 1, to, is }) => {
  expect(isLikeBooked(booking, { tickets, from: booked, to: { ...booked, ...to } })).toBe(is);
});

test("compares prices typed in euros exactly for a booking in euros", () => {
  const from = { ...booked, ...typedInEuros };
  const booking = { listPriceMinor: 2000, currency: "EUR" as const, exchangeRate: null };
  expect(isLikeBooked(booking, { tickets: 1, from, to: from })).toBe(true);
  expect(isLikeBooked(booking, { tickets: 1, from, to: { ...from, enteredPriceMinor: 2001 } })).toBe(false);
});

test("lets a free booking move between free sessions in any currency", () => {
  const from = { ...booked, ...free };
  const booking = { listPriceMinor: 0, currency: "USD" as const, exchangeRate: null };
  expect(isLikeBooked(booking, { tickets: 1, from, to: from })).toBe(true);
});
