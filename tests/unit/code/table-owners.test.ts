import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as schema from "@db/schema";
import { is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { levels } from "../../../.dependency-cruiser.mjs";

/** The levels of the server from the ground up, with the tables that each owns: those below it know nothing of them. */
const owners: Record<string, string[]> = {
  core: [
    "auditEntries",
    "formKeys",
    "keptForms",
    "publicRevision",
    "rateLimits",
    "sitePages",
    "sitePageVersions",
    "siteSettings",
  ],
  platform: [
    "exchangeRates",
    "mailConsents",
    "mailEvents",
    "mailPace",
    "mailSuppressions",
    "mediaFiles",
    "openingMails",
    "outboxEmails",
    "priceRates",
  ],
  accounts: ["accountTokens", "knownDevices", "recoveryCodes", "secondFactors", "users", "userSessions"],
  catalogue: [
    "bookingMoves",
    "bookingPayers",
    "bookingTickets",
    "calendarAccounts",
    "calendarBusyTimes",
    "calendarCopies",
    "calendarSources",
    "courseDates",
    "courseTerms",
    "creditEntries",
    "discountCodes",
    "giftCardEntries",
    "giftCards",
    "giftCardTerms",
    "liveSessions",
    "memberships",
    "membershipTerms",
    "oneToOneOffers",
    "oneToOneRequests",
    "passes",
    "passTerms",
    "products",
    "purchases",
    "recordingPreparations",
    "recordings",
    "recordingVersions",
    "resourceFiles",
    "sessionBookings",
    "sessionCategories",
    "sessionWaitlist",
    "sitePictures",
    "testimonials",
    "waitlistDates",
  ],
  payments: [
    "balanceTransactions",
    "disputes",
    "fraudWarnings",
    "invoiceDetails",
    "invoiceNumbers",
    "invoicePayments",
    "invoices",
    "payments",
    "payoutReading",
    "payouts",
    "refunds",
    "webhookStates",
    "withdrawalRequests",
  ],
  selling: [
    "membershipPeriods",
    "oneToOneAnswers",
    "oneToOneExceptions",
    "oneToOneHours",
    "oneToOneQuestions",
    "oneToOneUnconfirmed",
    "playbackProgress",
    "recordingCaptions",
    "standingPlaces",
  ],
  office: ["backupRuns", "importedCustomers", "overviewVisits", "pendingImports", "personNotes", "siteRestores"],
};

/** Files that read a table of a level above them, each with its reason. */
const exceptions: Record<string, string[]> = {
  // One query answers whether any table still names a file.
  "platform/media/media-files.ts": [
    "liveSessions",
    "oneToOneOffers",
    "products",
    "recordingCaptions",
    "recordings",
    "recordingVersions",
    "resourceFiles",
    "sitePictures",
  ],
  "platform/media/rewrite-pictures.ts": ["liveSessions", "oneToOneOffers", "products", "recordings", "sitePictures"],
  // An account's own row says in one statement whether its payment is due: every page of a member shows it.
  "accounts/accounts.ts": ["memberships"],
  // What comes back of a card's own payment is taken from the card, under its lock.
  "catalogue/gift-cards/follow-sale.ts": ["disputes", "payments", "refunds"],
  "catalogue/gift-cards/card-history.ts": ["payments"],
};

const ground = Object.keys(owners);
const importedTables = /import (?!type)\{([^}]*)\} from "@db\/schema"/g;

test("every table has one owner, and the levels are those of the linter", () => {
  const tables = Object.entries(schema).flatMap(([name, value]) => (is(value, PgTable) ? [name] : []));
  expect(Object.values(owners).flat().toSorted()).toEqual(tables.toSorted());
  expect(ground.toReversed()).toEqual(Object.keys(levels));
});

test("a table is read by the level that owns it, or by one above", () => {
  expect(readTables("server").filter(isFromAbove)).toEqual(
    Object.entries(exceptions)
      .flatMap(([file, tables]) => tables.map((table) => ({ file, table })))
      .toSorted(byFile),
  );
});

type TableUse = { file: string; table: string };

const byFile = (a: TableUse, b: TableUse): number => a.file.localeCompare(b.file) || a.table.localeCompare(b.table);

function isFromAbove({ file, table }: TableUse): boolean {
  const [level = ""] = file.split("/");
  const owner = ground.findIndex((name) => owners[name]?.includes(table));
  return ground.includes(level) && owner > ground.indexOf(level);
}

function readTables(folder: string): TableUse[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const uses = files.flatMap((file) =>
    [...readFileSync(path.join(folder, file), "utf8").matchAll(importedTables)].flatMap(([, names = ""]) =>
      names.split(",").map((name) => ({ file, table: name.trim() })),
    ),
  );
  return uses.filter(({ table }) => Object.values(owners).flat().includes(table)).toSorted(byFile);
}
