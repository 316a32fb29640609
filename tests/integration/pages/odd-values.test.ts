import { randomUUID } from "node:crypto";
import type { PlainBrowser } from "../../support/browser-without-javascript";
import { expect, test } from "../../support/admin-over-http";
import { aSession } from "../../support/sessions";

const callAs = async (browser: PlainBrowser, name: string, input: object, method: "GET" | "POST" = "GET") => {
  const address = new URL(`/api/trpc/${name}`, browser.site);
  const body = JSON.stringify(input);
  if (method === "GET") address.searchParams.set("input", body);
  const headers = { ...browser.headers, "Content-Type": "application/json" };
  const answer = await fetch(address, { method, headers, ...(method === "POST" && { body }) });
  return answer.status;
};

test("finds nothing for search text that the database can't store, without an error", async ({ admin, db }) => {
  const session = await aSession(db);
  for (const search of ["a\0b", "\ud800"]) {
    for (const name of ["mail.list", "users.list", "orders.list", "discounts.list", "products.office.list"]) {
      expect([name, await callAs(admin, name, { search, kind: "resource" })]).toEqual([name, 200]);
    }
    expect(await callAs(admin, "sessions.list", { search, category: search })).toBe(200);
    expect(await callAs(admin, "schedule.listUpcoming", { category: search, location: search })).toBe(200);
    expect(await callAs(admin, "bookings.attendees.listArrivals", { sessionId: session.id, search })).toBe(200);
  }
});

test("refuses or ignores dates that do not exist or that the database can't store", async ({ admin }) => {
  const after = { createdAt: "yesterday", id: randomUUID() };
  expect(await callAs(admin, "orders.export", { after })).toBe(400);
  for (const day of ["2026-02-30", "0000-01-01", "9999-12-31"]) {
    const code = { code: "SPRING", percentage: 10, timeZone: "UTC", formKey: randomUUID() };
    expect(await callAs(admin, "discounts.create", { ...code, firstDay: day }, "POST")).toBe(400);
    expect(await callAs(admin, "discounts.create", { ...code, lastDay: day }, "POST")).toBe(400);
    expect(await callAs(admin, "orders.list", { from: day, until: day })).toBe(200);
    expect(await callAs(admin, "audit.list", { from: day, until: day })).toBe(200);
  }
  const session = { title: "Dusk", description: "Slow.", timeZone: "UTC", durationMinutes: 60, formKey: randomUUID() };
  for (const startsAt of ["0000-01-01T10:00", "9999-12-31T23:59"]) {
    expect(await callAs(admin, "sessions.create", { ...session, startsAt }, "POST")).toBe(422);
  }
  expect(await callAs(admin, "payments.listLedger", { month: "0000-01" })).toBe(200);
});

test("refuses text that JSON columns can't store", async ({ admin }) => {
  const resource = { description: "Slow.", price: 0, currency: "GBP", formKey: randomUUID() };
  const form = { kind: "resource", form: { ...resource, title: "a\ud800" } };
  expect(await callAs(admin, "products.office.create", form, "POST")).toBe(422);
});

test("answers numbers beyond the database's range and names of object properties without an error", async ({
  admin,
}) => {
  expect(await callAs(admin, "sessions.list", { upcoming: 2 ** 63 })).toBe(200);
  for (const period of ["constructor", "__proto__", "toString"]) {
    expect(await callAs(admin, "insights.get", { period })).toBe(200);
  }
});

test("answers invalid ids in return addresses without an error", async ({ admin }) => {
  const bookingId = randomUUID();
  for (const id of ["%00", "%F0%9F%8C%99", "a%0d%0ab"]) {
    for (const path of [`attendees/${bookingId}/paid`, `waitlist/${bookingId}/offer`, `waitlist/${bookingId}/remove`]) {
      const { status } = await admin.post(`/admin/sessions/${id}/${path}`, {});
      expect([id, path, status < 500]).toEqual([id, path, true]);
    }
    for (const download of [`/admin/backups/${id}/file`, `/admin/backups/${id}/file.data`]) {
      const { status } = await fetch(new URL(download, admin.site), { headers: admin.headers, redirect: "manual" });
      expect([download, status < 500]).toEqual([download, true]);
    }
    const address = `/sessions/${id}/book?cancelled=${bookingId}`;
    const left = await admin.open(address);
    const back = left.status === 404 ? left : await admin.submit(left);
    expect([id, back.status < 500]).toEqual([id, true]);
  }
});
