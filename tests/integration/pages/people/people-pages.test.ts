import { sessionBookings } from "@db/schema";
import { textOf } from "../../../support/browser-without-javascript";
import { expect, test } from "../../../support/admin-over-http";
import { toastOf } from "../../../support/page-parts";
import { aBookingOf, aSession } from "../../../support/sessions";

test("finds a guest, saves a private note and downloads their data, without JavaScript", async ({ admin, db }) => {
  const session = await aSession(db, { priceMinor: 0, title: "Evening Wind-Down" });
  const form = aBookingOf(session);
  await db.insert(sessionBookings).values({
    sessionId: session.id,
    attendeeFirstName: "Priya",
    attendeeLastName: "Raman",
    attendeeEmail: "priya@example.com",
    status: "completed",
    paymentStatus: "free",
    formKey: form.formKey,
    listPriceMinor: 0,
    totalMinor: 0,
    currency: "GBP",
    timeZone: "Europe/London",
  });
  const list = await admin.open("/admin/people?search=priya@");
  expect(textOf(list, "h1")).toBe("People");
  const link = list.root.querySelector("tbody a")?.getAttribute("href") ?? "";
  const page = await admin.open(link);
  expect(textOf(page, "h1")).toBe("Priya Raman");
  const saved = await admin.submit(page, { note: "Prefers the window" }, "main form");
  expect(toastOf(saved)).toBe("Note saved");
  expect(saved.root.querySelector("main textarea")?.text.trim()).toBe("Prefers the window");
  const late = await admin.submit(page, { note: "Something else" }, "main form");
  expect(late.status).toBe(409);
  expect(late.root.querySelector("main textarea")?.text.trim()).toBe("Something else");
  const data = JSON.parse((await admin.open(`${link}/export.json`)).html) as Record<string, unknown>;
  expect(data).toMatchObject({ email: "priya@example.com", privateNote: "Prefers the window" });
  expect((await admin.open("/admin/people.csv")).html).toContain('"Priya Raman","priya@example.com","no",');
  for (const missing of ["00000000000000000000000000000000", "0b0b0b0b-0000-4000-8000-000000000000", "no-one"])
    expect([missing, (await admin.open(`/admin/people/${missing}`)).status]).toEqual([missing, 404]);
});
