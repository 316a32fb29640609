import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { sessionBookings } from "@db/schema";
import { columnsOfTables } from "@server/office/backup/export-columns";
import { readArchive } from "@server/office/backup/archive";
import { writeExport } from "@server/office/backup/export-everything";
import { sql } from "drizzle-orm";
import { parse } from "csv-parse/sync";
import { anAccount, password } from "../../../support/accounts";
import { auditedActions } from "../../../support/admin";
import { aSession, takePlace } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Makes an export and returns its files by name. */
async function exported({ services }: TestApp): Promise<Map<string, string>> {
  const file = await writeExport(services);
  const place = path.join(services.settings.dataDir, "received.tar");
  await writeFile(place, file.createReadStream());
  const files = new Map<string, string>();
  await readArchive(place, {}, async (name, content) => {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    files.set(name, Buffer.concat(chunks).toString());
  });
  return files;
}

test("exports every row as CSV and JSON, without secrets, and leaves no file", async ({ app }) => {
  const session = await aSession(app.db, { title: "=1+1, “quoted”" });
  for (let nth = 0; nth < 201; nth += 1) {
    await takePlace(app.db, session, { attendeeEmail: `guest-${nth}@example.com`, sealedHealthNote: "sealed-note" });
  }
  const { passwordHash } = await anAccount(app.db, { email: "ana@example.com" });
  const files = await exported(app);
  const bookings = JSON.parse(files.get("json/session_bookings.json") ?? "") as Record<string, unknown>[];
  expect(bookings).toHaveLength(201);
  expect(Object.keys(bookings[0] ?? {})).toEqual(columnsOfTables.session_bookings?.exported.split(" "));
  const rows = parse<Record<string, string>>(files.get("csv/session_bookings.csv") ?? "", { bom: true, columns: true });
  expect(rows.map(({ attendee_email: email }) => email)).toEqual(bookings.map(({ attendee_email: email }) => email));
  expect(parse(files.get("csv/live_sessions.csv") ?? "", { bom: true, columns: true })).toMatchObject([
    { title: "'=1+1, “quoted”" },
  ]);
  expect(files.get("json/refunds.json")).toBe("[]\n");
  const everything = [...files.values()].join("\n");
  const [{ manageKey } = { manageKey: "" }] = await app.db.select().from(sessionBookings).limit(1);
  for (const secret of [passwordHash, manageKey, "sealed-note"]) {
    expect(secret).toBeTruthy();
    expect(everything).not.toContain(secret);
  }
  expect(files.has("json/user_sessions.json")).toBe(false);
  expect(await readdir(path.join(app.services.settings.dataDir, "exports"))).toEqual([]);
});

test("asks for the password, and is audited", async ({ app }) => {
  const user = await anAccount(app.db, { role: "admin" });
  const api = app.as({ user });
  await expect(api.backups.openExport({ currentPassword: "another" })).rejects.toThrow("Current password is incorrect");
  expect(await auditedActions(app)).toEqual([]);
  await api.backups.openExport({ currentPassword: password });
  expect(await auditedActions(app)).toEqual(["export.downloaded"]);
});

test("makes one export at a time", async ({ app }) => {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7262014)`);
    await expect(writeExport(app.services)).rejects.toThrow("Another export is being made");
  });
});
