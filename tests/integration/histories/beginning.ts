import { discountCodes, sessionCategories } from "@db/schema";
import { anAccount } from "../../support/accounts";
import { aCourseOf } from "../../support/courses";
import { emptyTables } from "../../support/database";
import { aGiftCardOnSale } from "../../support/gift-cards";
import { turnOnInvoices } from "../../support/invoices";
import { aPassOnSale } from "../../support/passes";
import { fillCollections } from "../../support/recordings";
import { aSession } from "../../support/sessions";
import type { TestApp } from "../../support/test-app";
import type { History } from "./steps";

/** A Friday morning before the clocks change in London; every history begins at it. */
const beginning = new Date("2031-03-28T09:00:00Z");
const hour = 3_600_000;
const category = "Breathwork";

/** Empties the site, sets its clock, turns invoices on, and adds sessions, two courses, codes, the instructor and two members. */
export async function begin(app: TestApp, places: History["places"]) {
  await emptyTables(app.db);
  await fillCollections(app.db);
  await app.stripe.control.hold({});
  app.clock.moveBy((beginning.getTime() - app.clock.now().getTime()) / 60_000);
  await app.db.insert(discountCodes).values([
    { code: "TENTH", discountType: "percentage", discountPercentage: 10 },
    { code: "FIVER", discountType: "fixed_amount", discountAmountMinor: 500, discountCurrency: "GBP" },
    { code: "ONCE", discountType: "percentage", discountPercentage: 50, isOneTimeUse: true },
    { code: "GIFT", discountType: "percentage", discountPercentage: 100 },
  ]);
  await aPassOnSale(app.db, { credits: 3 });
  await aGiftCardOnSale(app.db);
  const later = (hours: number) => new Date(beginning.getTime() + hours * hour);
  await app.db.insert(sessionCategories).values({ name: category }).onConflictDoNothing();
  const sessions = [
    await aSession(app.db, { category, maxAttendees: places[0], startTime: later(56) }),
    await aSession(app.db, { category, maxAttendees: places[1], startTime: later(200) }),
  ];
  // The two courses share the second session; a date of the one can be made up in the other.
  const third = await aSession(app.db, { category, maxAttendees: 3, startTime: later(300) });
  const terms = { canMakeUp: true };
  await aCourseOf(app.db, sessions, { priceMinor: 4501, orderIndex: 0 }, terms);
  await aCourseOf(app.db, [third, sessions[1]!], { priceMinor: 2999, orderIndex: 1 }, terms);
  await turnOnInvoices(app);
  const admin = await anAccount(app.db, { email: "office@example.com", role: "admin" });
  const members = [await anAccount(app.db), await anAccount(app.db)];
  return { sessions, admin, members };
}
