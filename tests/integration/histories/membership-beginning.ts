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

/** Empties the site, sets its clock, and adds a plan, two sessions a week in every third week, and the instructor. */
export async function beginWithPlan(app: TestApp, { trialDays }: Pick<MembershipHistory, "trialDays">) {
  await emptyTables(app.db);
  await fillCollections(app.db);
  await app.stripe.control.hold({});
  app.clock.moveBy((beginning.getTime() - app.clock.now().getTime()) / 60_000);
  await turnOnInvoices(app);
  const admin = await anAccount(app.db, { email: "office@example.com", role: "admin" });
  const plan = await aPlan(app.db, {
    ...{ weeklyLimit: 1, credits: 2, carriedOver: 1, collections: "all", yearlyMinor: 40_000, trialDays },
  });
  const sessions = [];
  for (let week = 0; week < 12; week += 1) {
    for (const days of [4, 6]) {
      const startTime = new Date(beginning.getTime() + (week * 21 + days) * 24 * hour);
      sessions.push(await aSession(app.db, { startTime }));
    }
  }
  return { plan, admin, sessions };
}
