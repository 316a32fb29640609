import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";
import { offerEnd } from "@server/selling/waitlist/offer-end";

const london = "Europe/London";
const at = (text: string, zone = london) => DateTime.fromISO(text, { zone }).toJSDate();

/** Returns the end by the site's clock, or "none". */
function endOf(now: string, start: string, offerHours = 24, siteTimeZone = london): string {
  const end = offerEnd({ now: at(now, siteTimeZone), startTime: at(start, siteTimeZone), offerHours, siteTimeZone });
  return end ? DateTime.fromJSDate(end, { zone: siteTimeZone }).toFormat("yyyy-MM-dd'T'HH:mm") : "none";
}

describe("the end of an offer", () => {
  test.each([
    ["comes after the full hours when that is by day", "2026-11-20T14:10", "2026-12-01T19:30", "2026-11-21T14:10"],
    ["may be at 22:00", "2026-11-20T22:00", "2026-12-01T19:30", "2026-11-21T22:00"],
    ["moves from after 22:00 to 08:00", "2026-11-20T22:01", "2026-12-01T19:30", "2026-11-22T08:00"],
    ["moves from after midnight to 08:00", "2026-11-21T03:00", "2026-12-01T19:30", "2026-11-22T08:00"],
    ["is two hours before the start at the latest", "2026-12-01T09:00", "2026-12-01T19:30", "2026-12-01T17:30"],
    ["is at 22:00 the evening before an early session", "2026-11-30T12:00", "2026-12-01T09:30", "2026-11-30T22:00"],
    ["is at 22:00 the evening before a session at night", "2026-11-30T12:00", "2026-12-01T01:00", "2026-11-30T22:00"],
    ["is the evening before a session at 09:59", "2026-11-29T22:30", "2026-12-01T09:59", "2026-11-30T22:00"],
    ["is at 08:00 for a session at 10:00", "2026-11-29T22:30", "2026-12-01T10:00", "2026-12-01T08:00"],
    ["does not exist in the last two hours", "2026-12-01T17:30", "2026-12-01T19:30", "none"],
    ["does not exist when less than 15 minutes are left", "2026-12-01T17:16", "2026-12-01T19:30", "none"],
    ["exists when 15 minutes are left", "2026-12-01T17:15", "2026-12-01T19:30", "2026-12-01T17:30"],
    ["does not exist in the night before an early session", "2026-12-01T00:30", "2026-12-01T09:30", "none"],
    ["does not exist for a session that has begun", "2026-12-01T20:00", "2026-12-01T19:30", "none"],
    ["counts 24 hours across the autumn clock change", "2026-10-24T12:00", "2026-11-10T19:30", "2026-10-25T11:00"],
    ["counts 24 hours across the spring clock change", "2026-03-28T12:00", "2026-04-10T19:30", "2026-03-29T13:00"],
    ["moves to 08:00 on the day of a clock change", "2026-03-28T03:00", "2026-04-10T19:30", "2026-03-29T08:00"],
    [
      "is two hours before a start on the day of a clock change",
      "2026-10-24T20:00",
      "2026-10-25T12:00",
      "2026-10-25T10:00",
    ],
  ])("%s", (_rule, now, start, end) => {
    expect(endOf(now, start)).toBe(end);
  });

  test("follows the setting for an offer's hours", () => {
    expect(endOf("2026-11-20T10:00", "2026-12-01T19:30", 3)).toBe("2026-11-20T13:00");
    expect(endOf("2026-11-20T10:00", "2026-12-01T19:30", 48)).toBe("2026-11-22T10:00");
  });

  test("takes the night in the site's zone", () => {
    expect(endOf("2026-11-20T22:01", "2026-12-01T19:30", 24, "America/New_York")).toBe("2026-11-22T08:00");
  });
});

const zones = ["Europe/London", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"];
/** Half of the moments lie within three days of a clock change. */
const moments = fc.oneof(
  fc.date({ min: at("2026-01-01"), max: at("2028-12-31"), noInvalidDate: true }),
  fc
    .tuple(
      fc.constantFrom("2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2027-04-04"),
      fc.integer({ min: -72 * 60, max: 72 * 60 }),
    )
    .map(([day, minutes]) => DateTime.fromISO(day, { zone: "UTC" }).plus({ minutes }).toJSDate()),
);
const cases = fc.record({
  now: moments,
  minutesToStart: fc.integer({ min: -600, max: 60 * 24 * 10 }),
  offerHours: fc.integer({ min: 1, max: 168 }),
  siteTimeZone: fc.constantFrom(...zones),
});
const offers = fc.sample(cases, 2000).flatMap(({ now, minutesToStart, offerHours, siteTimeZone }) => {
  const startTime = new Date(now.getTime() + minutesToStart * 60_000);
  const end = offerEnd({ now, startTime, offerHours, siteTimeZone });
  if (!end) return [];
  const [ends, made, starts] = [end, now, startTime].map((time) => DateTime.fromJSDate(time, { zone: siteTimeZone }));
  return [{ end: ends!, wanted: made!.plus({ hours: offerHours }), made: made!, latest: starts!.minus({ hours: 2 }) }];
});
type Offer = (typeof offers)[number];

/** Returns the offers that break a rule: when each was made, its end, and the latest possible one. */
const breaking = (keeps: (offer: Offer) => boolean): string[] =>
  offers
    .filter((offer) => !keeps(offer))
    .map(({ end, made, latest }) => [made, end, latest].map((time) => time.toISO()).join(", "));

const clockOf = (time: DateTime) => time.toFormat("HH:mm:ss.SSS");
const hoursBetween = (from: DateTime, to: DateTime) => (to.toMillis() - from.toMillis()) / 3_600_000;

describe("for any moment, start, length and zone", () => {
  test("no offer ends at night", () => {
    expect(offers.length).toBeGreaterThan(1000);
    expect(breaking(({ end }) => clockOf(end) >= "08:00:00.000" && clockOf(end) <= "22:00:00.000")).toEqual([]);
  });

  test("no offer ends later than two hours before the start", () => {
    expect(breaking(({ end, latest }) => end <= latest)).toEqual([]);
  });

  test("every offer leaves at least 15 minutes", () => {
    expect(breaking(({ end, made }) => hoursBetween(made, end) >= 0.25)).toEqual([]);
  });

  test("an offer is shortened only because of the start, and by no more than needed", () => {
    const isNeeded = ({ end, latest }: Offer) =>
      end.toMillis() === latest.toMillis() || (clockOf(end) === "22:00:00.000" && hoursBetween(end, latest) <= 11);
    expect(breaking((offer) => offer.end >= offer.wanted || isNeeded(offer))).toEqual([]);
  });

  test("an offer is extended only to reach the morning", () => {
    const isMorning = ({ end, wanted }: Offer) => clockOf(end) === "08:00:00.000" && hoursBetween(wanted, end) <= 11;
    expect(breaking((offer) => offer.end <= offer.wanted || isMorning(offer))).toEqual([]);
  });

  test("an offer at noon, five hours before the start, always exists", () => {
    fc.assert(
      fc.property(cases, ({ now, offerHours, siteTimeZone }) => {
        const made = DateTime.fromJSDate(now, { zone: siteTimeZone }).set({ hour: 12 });
        const startTime = made.plus({ hours: 5 }).toJSDate();
        expect(offerEnd({ now: made.toJSDate(), startTime, offerHours, siteTimeZone })).not.toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});
