import { gunzipSync } from "node:zlib";
import { isNotNull } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import { password } from "../../../support/accounts";
import { expect, formWith, test } from "../../../support/admin-over-http";
import { fieldsOf, textOf } from "../../../support/browser-without-javascript";
import { csvOf, inFile } from "../../../support/imports";
import { errorsOf, rowsOf, toastOf } from "../../../support/page-parts";
import { aSession, takePlace } from "../../../support/sessions";

const start = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 10 * 24 * 3_600_000);

const fileOf = (text: string) => new File([text], "bookings.csv", { type: "text/csv" });

test("checks and imports a file without JavaScript", async ({ admin, db }) => {
  await takePlace(db, await aSession(db, { startTime: start }), { status: "cancelled" });
  const form = await admin.open("/admin/import");
  const choices = { timeZone: "UTC", currency: "EUR" };
  const empty = await admin.submit(form, { ...choices, file: "" }, formWith(form, "Check the file"));
  expect([empty.status, errorsOf(empty)]).toEqual([422, ["Please choose a CSV file"]]);
  expect(empty.root.querySelector("select[name=currency] option[selected]")?.getAttribute("value")).toBe("EUR");

  const wrong = fileOf(csvOf("Email,Start,Amount", "ana@example.com,yesterday,15"));
  const checked = await admin.submit(empty, { file: wrong }, formWith(empty, "Check the file"));
  expect(textOf(checked, "main table")).toContain("“yesterday” is not a date.");
  expect(checked.html).not.toContain("Import 1 booking");

  const right = fileOf(csvOf("Email,Start,Amount", `ana@example.com,${inFile(start)},15`));
  const ready = await admin.submit(form, { ...choices, file: right }, formWith(form, "Check the file"));
  const done = await admin.submit(ready, {}, formWith(ready, "Import 1 booking"));
  expect(toastOf(done)).toContain("1 booking was added.");
  // Only what was added is listed, also after a search; a booking leads back to it.
  expect(rowsOf(done)).toEqual([expect.stringContaining("ana@example.com")]);
  expect(textOf(done, "main")).toContain("These are the bookings that were imported on");
  const { imported } = fieldsOf(done.root.querySelector("main form[role=search]")!);
  const searched = await admin.open(`/admin/bookings?${new URLSearchParams({ imported: imported!, search: "priya" })}`);
  expect(textOf(searched, "main")).toContain("No bookings found.");
  const order = await admin.open(done.root.querySelector("main tbody a")!.getAttribute("href")!);
  const back = order.root.querySelectorAll("main a").find(({ text }) => text.trim() === "Bookings")!;
  expect(back.getAttribute("href")).toBe(new URL(done.url).pathname + new URL(done.url).search);
  expect(rowsOf(await admin.open("/admin/bookings"))).toHaveLength(2);
  for (const wrong of ["never", "0000-01-01T00:00:00Z"]) {
    expect(rowsOf(await admin.open(`/admin/bookings?imported=${wrong}`))).toHaveLength(2);
  }
  expect(await db.select().from(sessionBookings).where(isNotNull(sessionBookings.importKey))).toMatchObject([
    { totalMinor: 1500, currency: "EUR" },
  ]);

  const again = await admin.submit(form, { ...choices, file: right }, formWith(form, "Check the file"));
  expect(textOf(again, "main")).toContain("Left out: 1 row imported before.");
  const dropped = await admin.submit(again, { intent: "drop" }, formWith(again, "Forget this file"));
  expect(toastOf(dropped)).toContain("Nothing was imported");
  expect((await admin.open(again.url)).status).toBe(404);
});

test("reads a file of a megabyte, and refuses one of more than five before it is read as rows", async ({ admin }) => {
  const form = await admin.open("/admin/import");
  const send = (bytes: number) => {
    const row = `ana@example.com,${inFile(start)},${"x".repeat(900)}\n`;
    const file = fileOf(`Email,Start,Session\n${row.repeat(Math.ceil(bytes / row.length))}`);
    return admin.submit(form, { timeZone: "UTC", file }, formWith(form, "Check the file"));
  };
  const large = await send(1024 * 1024);
  expect([large.status, textOf(large, "main h1")]).toEqual([200, "Check the import"]);
  const tooLarge = await send(5.5 * 1024 * 1024);
  expect([tooLarge.status, errorsOf(tooLarge)]).toEqual([422, ["The file is larger than 5 MB. Please divide it."]]);
});

test("downloads everything after the password only", async ({ admin, server }) => {
  const form = await admin.open("/admin/export");
  const refused = await admin.submit(form, { currentPassword: "wrong" }, formWith(form, "Download everything"));
  expect(toastOf(refused)).toContain("Current password is incorrect");
  const body = new URLSearchParams({ currentPassword: password });
  const { headers } = admin;
  const answer = await fetch(`${server.url}/admin/export/file`, { method: "POST", headers, body, redirect: "manual" });
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/gzip"]);
  expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment; filename="breathroom-[\d-]+\.tar\.gz"$/);
  const tar = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString("latin1");
  expect(tar).toContain("csv/live_sessions.csv");
});
