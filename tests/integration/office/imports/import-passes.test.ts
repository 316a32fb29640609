import { outboxEmails, passes, payments, purchases, users } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import { compareCredits } from "@server/payments/ledger/compare-credits";
import { anAccount } from "../../../support/accounts";
import { auditedActions } from "../../../support/admin";
import { anImporter, csvOf } from "../../../support/imports";
import { aPassOnSale, bookWithPass, entriesOf } from "../../../support/passes";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

const list = { format: "passes" } as const;
const header = "Email,First name,Last name,Pass,Credits left,Ends on,Amount";

test("imports passes and balances once, without mails and accounts", async ({ app }) => {
  await aPassOnSale(app.db);
  const account = await anAccount(app.db, { email: "ana@example.org", fullName: "Ana M. Reyes" });
  const importer = await anImporter(app);
  const file = csvOf(
    header,
    "Ana@example.org,Ana,Reyes,ten sessions,7,2190-07-01,120",
    "bo@example.org,Bo,Li,Ten sessions,,,",
  );
  expect(await importer.check(file, list)).toMatchObject({ passes: 2, known: 0, problemCount: 0 });
  expect(await app.db.$count(passes)).toBe(0);
  expect(await importer.run(file, list)).toMatchObject({ passes: 2, bookings: 0, customers: 0 });
  const [first, second] = await app.db.select().from(passes).orderBy(asc(passes.email));
  expect(first).toMatchObject({ userId: account.id, priceMinor: 12_000, email: "ana@example.org" });
  expect(first!.endsAt!.toISOString()).toBe("2190-07-01T23:00:00.000Z");
  expect(await entriesOf(app.db, first!)).toBe("granted 10, adjusted -3");
  expect(second).toMatchObject({ userId: null, priceMinor: 0 });
  expect(await entriesOf(app.db, second!)).toBe("granted 10");
  expect(await app.db.select().from(payments)).toMatchObject([{ provider: "outside", amountMinor: 12_000 }]);
  expect(await app.db.$count(outboxEmails)).toBe(0);
  expect(await app.db.$count(users, eq(users.role, "member"))).toBe(1);
  expect(await auditedActions(app)).toEqual(["import.completed"]);
  expect((await compareCredits(app.db, app.clock.now())).unexplained).toEqual([]);
  await bookWithPass(app, account, await aSession(app.db));
  expect(await importer.check(file, list)).toMatchObject({ passes: 0, known: 2 });
  await expect(importer.run(file, list)).rejects.toThrow("The file has no new pass.");
  expect(await app.db.$count(purchases)).toBe(2);
});

test("names what is wrong in each row, and imports none", async ({ app }) => {
  await aPassOnSale(app.db);
  await aPassOnSale(app.db, { credits: null }, { title: "All month" });
  const importer = await anImporter(app);
  const file = csvOf(
    header,
    "ana@example.org,Ana,Reyes,Ten sessions,7,2190-07-01,",
    "ana@example.org,Ana,Reyes,Ten sessions,6,2190-07-01,",
    "ana,Ana,Reyes,Twelve sessions,7,2190-07-01,",
    "bo@example.org,Bo,Li,Ten sessions,11,2020-01-01,free",
    "bo@example.org,Bo,Li,All month,3,,",
    ",,,,,,",
    "cy@example.org,Cy,,,0,,",
  );
  const { problems, id, digest } = await importer.check(file, list);
  expect(problems.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
    "3 : This is the pass of row 2 again. Give each a reference if there are two.",
    "4 Email: “ana” is not an email address.",
    "4 Pass: There is no pass called “Twelve sessions”. Add it under Passes first; it need not be on sale.",
    "5 Credits left: “11” is not a number from 1 to 10. Leave out passes that are used up.",
    "5 Ends on: It ended on 2020-01-01. Leave it out.",
    "5 Amount: “free” is not an amount.",
    "6 Credits left: This pass is for any number of sessions. Leave its credits empty.",
    "8 Pass: The name of the pass is missing.",
  ]);
  await expect(importer.api.imports.run({ id, digest })).rejects.toThrow("nothing was imported");
  expect(await app.db.$count(passes)).toBe(0);
  await expect(importer.choose(csvOf("Email", "ana@example.org"), list)).rejects.toThrow("no column for the name of");
});

test("keeps two of the same pass apart by their references", async ({ app }) => {
  await aPassOnSale(app.db);
  const importer = await anImporter(app);
  const file = csvOf("Email,Pass,Reference", "ana@example.org,Ten sessions,A1", "ana@example.org,Ten sessions,A2");
  await importer.run(file, list);
  expect(await app.db.$count(passes)).toBe(2);
});
