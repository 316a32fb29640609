import { memberships, outboxEmails, passes, users } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import { anAccount } from "../../../support/accounts";
import { anImporter, csvOf } from "../../../support/imports";
import { aPlan } from "../../../support/memberships";
import { expect, test } from "../../../support/test-app";

const list = { format: "members" } as const;
const header = "Email,Name,Membership,Until,Payment,Interval";

test("imports members with and without an account, and some who start with a card, once", async ({ app }) => {
  const plan = await aPlan(app.db, { yearlyMinor: 40_000 });
  const account = await anAccount(app.db, { email: "ana@example.org", fullName: "Ana M. Reyes" });
  const importer = await anImporter(app);
  const file = csvOf(
    header,
    "Ana@example.org,Ana Reyes,one evening a week,2190-07-01,,year",
    "bo@example.org,Bo Li,One evening a week,,card,",
  );
  expect(await importer.check(file, list)).toMatchObject({ members: 2, known: 0, problemCount: 0 });
  expect(await app.db.$count(memberships)).toBe(0);
  expect(await importer.run(file, list)).toMatchObject({ members: 2, passes: 0 });
  const rows = await app.db
    .select()
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .orderBy(asc(users.email));
  expect(rows[0]!.memberships).toMatchObject({
    userId: account.id,
    productId: plan.id,
    source: "outside",
    state: "active",
    interval: "year",
    accessUntil: new Date("2190-07-01T23:00:00.000Z"),
  });
  expect(rows[1]!.memberships).toMatchObject({ source: "stripe", state: "pending", accessUntil: null });
  expect(rows[1]!.users).toMatchObject({ email: "bo@example.org", fullName: "Bo Li", passwordHash: null });
  // Nothing is granted before the first payment.
  expect(await app.db.select().from(passes)).toMatchObject([{ userId: account.id }]);
  const mails = await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, "membership-news"));
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(["ana@example.org", "bo@example.org"]);
  expect(await importer.check(file, list)).toMatchObject({ members: 0, known: 2 });
  await expect(importer.run(file, list)).rejects.toThrow("The file has no new member.");
});

test("names what is wrong in each row with what was typed, and imports none", async ({ app }) => {
  await aPlan(app.db);
  const importer = await anImporter(app);
  const file = csvOf(
    header,
    "ana@example.org,Ana,One evening a week,2190-07-01,,",
    "ANA@example.org,Ana,One evening a week,2190-07-01,,",
    "ana,Ana,Two evenings,2190-07-01,,",
    "bo@example.org,Bo,One evening a week,2020-01-01,cheque,year",
    "cy@example.org,Cy,One evening a week,2190-07-01,card,",
    "di@example.org,Di,One evening a week,,,",
  );
  const { problems, id, digest } = await importer.check(file, list);
  expect(problems.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
    "3 Email: This is the address of row 2 again. A member has one membership.",
    "4 Email: “ana” is not an email address.",
    "4 Membership: There is no membership called “Two evenings”. Add it under Memberships first; it need not be on sale.",
    "5 Interval: “One evening a week” has no price by the year.",
    "5 Payment: “cheque” is neither “card” nor “elsewhere”.",
    "5 Until: It ended on 2020-01-01. Leave it out.",
    "6 Until: It starts when a card is added. Leave its last day empty.",
    "7 Until: The last day that is paid for is missing. Or is it paid by “card”?",
  ]);
  await expect(importer.api.imports.run({ id, digest })).rejects.toThrow("The file has problems");
  expect(await app.db.$count(memberships)).toBe(0);
});
