import { createHash } from "node:crypto";
import { importedCustomers, mailConsents, outboxEmails, sessionBookings, users } from "@db/schema";
import { eq } from "drizzle-orm";
import { anAccount } from "../../../support/accounts";
import { auditedActions } from "../../../support/admin";
import { anImporter, csvOf } from "../../../support/imports";
import { aSession, takePlace } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

const list = { format: "customers" } as const;
const keyOf = (email: string) => createHash("md5").update(email).digest("hex");

type Importer = Awaited<ReturnType<typeof anImporter>>;

async function peopleIn({ api }: Importer): Promise<string[]> {
  const { people } = await api.people.list({ search: "@example.org", sort: "name" });
  return people.map(({ name, email, isMember }) => `${name} <${email}>${isMember ? " member" : ""}`);
}

test("imports a list of customers once, without accounts, mails, bookings or consent", async ({ app }) => {
  const importer = await anImporter(app);
  const file = csvOf(
    "First name;Last name;E-mail;Phone",
    "Ana;Reyes;Ana@example.org;1",
    ";;bo@example.org;2",
    "Ana;R.;ana@EXAMPLE.org;3",
  );
  expect(await importer.check(file, list)).toMatchObject({ customers: 2, repeated: 1, known: 0, problemCount: 0 });
  expect(await peopleIn(importer)).toEqual([]);
  expect(await importer.run(file, list)).toMatchObject({ bookings: 0, sessions: 0, customers: 2 });
  expect(await peopleIn(importer)).toEqual(["Ana Reyes <ana@example.org>", "bo <bo@example.org>"]);
  for (const table of [sessionBookings, outboxEmails, mailConsents]) expect(await app.db.$count(table)).toBe(0);
  expect(await app.db.$count(users, eq(users.role, "member"))).toBe(0);
  expect(await auditedActions(app)).toEqual(["import.completed"]);
  expect(await importer.check(file, list)).toMatchObject({ customers: 0, known: 2 });
  await expect(importer.run(file, list)).rejects.toThrow("The file has no new customer.");
  expect(await importer.api.people.get({ key: keyOf("ana@example.org") })).toMatchObject({
    name: "Ana Reyes",
    importedOn: expect.any(String) as string,
    history: { visits: 0, spent: [] },
  });
});

test("names the rows without an address, and imports none", async ({ app }) => {
  const importer = await anImporter(app);
  const { problems, ...ref } = await importer.check(csvOf("Name,Email", "Ana,ana@example.org", "Bo,", "Cy,cy"), list);
  expect(problems.map(({ row, message }) => [row, message])).toEqual([
    [3, "The email address is missing."],
    [4, "“cy” is not an email address."],
  ]);
  await expect(importer.api.imports.run({ id: ref.id, digest: ref.digest })).rejects.toThrow("nothing was imported");
  expect(await app.db.$count(importedCustomers)).toBe(0);
  await expect(importer.choose(csvOf("Name,Phone", "Ana,1"), list)).rejects.toThrow("no column for the email address");
});

test("leaves out people who are here, and gives imported ones to the account that confirms the address", async ({
  app,
}) => {
  const session = await aSession(app.db);
  await takePlace(app.db, session, { attendeeEmail: "Guest@example.org" });
  const importer = await anImporter(app);
  const file = csvOf("Name,Email", "Ana Reyes,ana@example.org", "Guest,guest@example.org");
  expect(await importer.check(file, list)).toMatchObject({ customers: 1, known: 1 });
  await importer.run(file, list);
  await anAccount(app.db, { email: "ana@example.org", fullName: "Ana M. Reyes" });
  expect(await peopleIn(importer)).toContain("Ana M. Reyes <ana@example.org> member");
});

test("an admin removes an imported customer; those who have booked since stay", async ({ app }) => {
  const importer = await anImporter(app);
  await importer.run(csvOf("Name,Email", "Ana,ana@example.org", "Bo,bo@example.org"), list);
  await takePlace(app.db, await aSession(app.db), { attendeeEmail: "bo@example.org" });
  for (const email of ["ana@example.org", "bo@example.org"]) {
    await importer.api.people.forgetImported({ key: keyOf(email) });
  }
  expect(await app.db.$count(importedCustomers)).toBe(0);
  expect((await peopleIn(importer)).map((person) => person.replace(/.*</, "<"))).toEqual(["<bo@example.org>"]);
  await expect(importer.api.people.get({ key: keyOf("ana@example.org") })).rejects.toThrow("Person not found");
  expect(await auditedActions(app)).toEqual(["import.completed", "person.import_forgotten", "person.import_forgotten"]);
});

test("forgets an imported customer with the account that has the address", async ({ app }) => {
  const importer = await anImporter(app);
  await importer.run(csvOf("Name,Email", "Ana,ana@example.org"), list);
  const account = await anAccount(app.db, { email: "ana@example.org" });
  await importer.api.users.delete({ id: account.id, refund: "no" });
  expect(await app.db.$count(importedCustomers)).toBe(0);
});
