import { discountCodes } from "@db/schema";
import { anAccount } from "../../support/accounts";
import { emptyTables } from "../../support/database";
import { aGiftCardOnSale } from "../../support/gift-cards";
import { aPassOnSale } from "../../support/passes";
import { fillCollections } from "../../support/recordings";
import { aSession } from "../../support/sessions";
import type { TestApp } from "../../support/test-app";
import type { History } from "./steps";

/** A Friday morning before the clocks change in London; every history begins at it. */
const beginning = new Date("2031-03-28T09:00:00Z");
const hour = 3_600_000;

/** Empties the site, sets its clock, and adds two sessions, codes, the instructor and two members. */
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
  const sessions = [
    await aSession(app.db, { maxAttendees: places[0], startTime: later(56) }),
    await aSession(app.db, { maxAttendees: places[1], startTime: later(200) }),
  ];
  const admin = await anAccount(app.db, { email: "mara@example.com", role: "admin" });
  const members = [await anAccount(app.db), await anAccount(app.db)];
  return { sessions, admin, members };
}
