import { randomUUID } from "node:crypto";
import { emptyTables } from "../../support/database";
import { anAccount } from "../../support/accounts";
import { turnOnInvoices } from "../../support/invoices";
import { aPlan } from "../../support/memberships";
import { fillCollections } from "../../support/recordings";
import { aSession } from "../../support/sessions";
import type { TestApp } from "../../support/test-app";
import type { MembershipHistory } from "./membership-steps";

/** A morning in a short month, five weeks before the clocks change in London. */
const beginning = new Date("2031-02-20T09:00:00Z");
const hour = 3_600_000;

/** How many dates of the series are published from the beginning. */
const publishedDates = 3;

type Beginning = Pick<MembershipHistory, "trialDays" | "places">;

/**
 * Empties the site, sets its clock, and adds three plans, in every third week two sessions and a date of a series, and the
 * instructor.
 */
export async function beginWithPlan(app: TestApp, { trialDays, places }: Beginning) {
  await emptyTables(app.db);
  await fillCollections(app.db);
  await app.stripe.control.hold({});
  app.clock.moveBy((beginning.getTime() - app.clock.now().getTime()) / 60_000);
  await turnOnInvoices(app);
  const admin = await anAccount(app.db, { email: "office@example.com", role: "admin" });
  const all = { carriedOver: 1, collections: "all" as const, trialDays };
  const plan = await aPlan(app.db, { ...all, weeklyLimit: 1, credits: 2, yearlyMinor: 40_000 });
  const dearer = { ...all, weeklyLimit: 2, credits: 4, monthlyMinor: 8000, yearlyMinor: 80_000 };
  const cheaper = { ...all, weeklyLimit: 1, credits: 1, monthlyMinor: 2000 };
  const plans = [
    plan,
    await aPlan(app.db, dearer, { title: "Two evenings a week", priceMinor: 8000 }),
    await aPlan(app.db, cheaper, { title: "An evening at times", priceMinor: 2000 }),
  ];
  const seriesId = randomUUID();
  for (let week = 0; week < 12; week += 1) {
    const on = (day: number) => new Date(beginning.getTime() + (week * 21 + day) * 24 * hour);
    for (const day of [4, 6]) await aSession(app.db, { startTime: on(day) });
    const isPublished = week < publishedDates;
    await aSession(app.db, { startTime: on(5), seriesId, maxAttendees: places, isPublished });
  }
  return { plan, plans, seriesId, admin };
}
