import {
  describeNextPrice,
  isInTime,
  renewalAfterNotice,
  renewalWithNextPrice,
} from "@server/selling/memberships/next-price";
import { expect, test } from "vitest";

const at = (iso: string) => new Date(`${iso}Z`);
const endOf = (iso: string) => ({ accessUntil: at(iso), lastFrom: at(iso) });
const renewing = {
  ...{ source: "stripe" as const, interval: "month" as "month" | "year", pausedAt: null, resumesAt: null },
  ...{ state: "active" as const, reference: "sub_1", renewalEndedAt: null },
};

test.each([
  ["the next renewal, if it is 30 days away to the second", "2026-03-31T10:00", "2026-03-01T10:00", "2026-03-31T10:00"],
  ["the one after, if it is a second less", "2026-03-31T10:00", "2026-03-01T10:00:01", "2026-04-30T10:00"],
  ["at the same time in UTC where clocks change", "2026-03-20T10:00", "2026-03-10T10:00", "2026-04-20T10:00"],
  ["after an end that is past while a payment is due", "2026-03-01T10:00", "2026-03-05T10:00", "2026-05-01T10:00"],
])("changes the price at %s", (_, accessUntil, now, expected) => {
  expect(renewalAfterNotice({ ...renewing, ...endOf(accessUntil) }, at(now), "Europe/London")).toEqual(at(expected));
});

test.each([
  ["2027-01-31T10:00", "2027-02-28T10:00", "2027-02-10T10:00", "2027-03-31T10:00"],
  ["2027-01-30T10:00", "2027-02-28T10:00", "2027-02-10T10:00", "2027-03-30T10:00"],
  ["2027-01-30T10:00", "2027-02-28T10:00", "2027-03-10T10:00", "2027-04-30T10:00"],
  ["2027-03-31T10:00", "2027-04-30T10:00", "2027-04-10T10:00", "2027-05-31T10:00"],
  ["2027-01-28T10:00", "2027-02-28T10:00", "2027-02-10T10:00", "2027-03-28T10:00"],
])("names the day of renewals behind a short month: from %s, until %s", (from, until, now, expected) => {
  const ending = { accessUntil: at(until), lastFrom: at(from) };
  expect(renewalAfterNotice({ ...renewing, ...ending }, at(now), "UTC")).toEqual(at(expected));
});

test("changes the price of a year at its end, and of a pause at the end that it moves", () => {
  const ofYear = { ...renewing, interval: "year" as const, ...endOf("2026-03-20T10:00") };
  expect(renewalAfterNotice(ofYear, at("2026-03-10T10:00"), "UTC")).toEqual(at("2027-03-20T10:00"));
  const paused = { pausedAt: at("2026-03-01T10:00"), resumesAt: at("2026-04-10T10:00") };
  const ofPaused = { ...renewing, ...paused, ...endOf("2026-03-20T10:00") };
  expect(renewalAfterNotice(ofPaused, at("2026-03-10T10:00"), "UTC")).toEqual(at("2026-04-29T10:00"));
});

test.each([
  ["more than three days before", "2026-03-28T09:59", {}, null],
  ["three days before", "2026-03-28T10:00", {}, "2026-03-31T10:00"],
  ["behind the renewal", "2026-03-31T10:01", {}, null],
  ["before a renewal that comes earlier", "2026-02-27T10:00", { accessUntil: at("2026-02-28T10:00") }, null],
  ["while it is paused", "2026-03-30T10:00", { state: "paused" as const }, null],
  ["once it is cancelled", "2026-03-30T10:00", { state: "cancelled" as const }, null],
  ["once nothing renews it", "2026-03-30T10:00", { renewalEndedAt: at("2026-03-29T10:00") }, null],
])("looks at a price %s", (_, now, values, renewal) => {
  const end = at("2026-03-31T10:00");
  const membership = { ...renewing, accessUntil: end, nextPriceFrom: end, ...values };
  expect(renewalWithNextPrice(membership, at(now))).toEqual(renewal && at(renewal));
});

test("names the day on which Stripe charges where a pause has moved the end to just before midnight", () => {
  const end = at("2026-03-31T23:59:59.4");
  const from = renewalAfterNotice({ ...renewing, accessUntil: end, lastFrom: end }, at("2026-02-20T10:00"), "UTC");
  expect(from).toEqual(at("2026-04-01T00:00"));
  const priced = { priceMinor: 4000, nextPriceMinor: 4500, nextPriceFrom: from, currency: "GBP" as const };
  const shown = { ...priced, interval: "month" as const, accessUntil: end, endedAt: null };
  expect(describeNextPrice({ ...shown, state: "active" }, "UTC")).toContain("From Wednesday, April 1, 2026");
  expect(describeNextPrice({ ...shown, nextPriceFrom: end, state: "active" }, "UTC")).toContain("April 1, 2026");
  expect(describeNextPrice({ ...shown, state: "cancelled" }, "UTC")).toBeNull();
});

test("takes a mail for a notice that was sent 30 days before, and no later", () => {
  expect(isInTime(at("2026-03-01T10:00"), at("2026-03-31T10:00"))).toBe(true);
  expect(isInTime(at("2026-03-01T10:02"), at("2026-03-31T10:00"))).toBe(false);
});
