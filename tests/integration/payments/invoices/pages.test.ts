import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import { formWith, test, expect } from "../../../support/admin-over-http";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { errorsOf, hrefsOf, rowsOf, textsOf, toastOf } from "../../../support/page-parts";
import { aSession } from "../../../support/sessions";

test("turns invoices on, sells, and gives a guest the invoice with a company, without JavaScript", async ({
  server,
  db,
  admin,
}) => {
  const settings = await admin.open("/admin/invoices/settings");
  const refused = await admin.submit(settings, { isOn: "on", isVatRegistered: "on", address: "1 Quiet Lane\nLondon" });
  expect([refused.status, errorsOf(refused)]).toEqual([422, ["Enter your VAT number"]]);
  const saved = await admin.submit(refused, { taxNumber: "GB123456789", name: "Breathroom Ltd" });
  expect(toastOf(saved)).toBe("Invoices and tax saved");

  const guest = new PlainBrowser(server.url);
  const session = await aSession(db, { priceMinor: 4000 });
  const typed = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };
  const payment = await guest.submit(await guest.open(`/sessions/${session.id}/book`), typed);
  await guest.submit(payment, { action: "pay" });
  const [booking] = await db.select().from(sessionBookings).where(eq(sessionBookings.sessionId, session.id));
  const bookingPage = `/bookings/${booking!.id}?key=${booking!.manageKey}`;
  const linkOn = async () => hrefsOf(await guest.open(bookingPage), "main a[href^='/invoices/']")[0];
  await expect.poll(linkOn, { timeout: 15_000 }).toBeDefined();

  const invoice = await guest.open((await linkOn())!);
  expect(textOf(invoice, "article")).toMatch(
    /Invoice.*INV-\d{4}-0001.*Breathroom Ltd.*Hannah Okafor.*£40\.00.*£6\.67/s,
  );
  const file = await fetch(new URL(hrefsOf(invoice, "main a[href*='file.pdf']")[0]!, server.url));
  expect([file.status, file.headers.get("Content-Type"), file.headers.get("Cache-Control")]).toEqual([
    ...[200, "application/pdf", "no-store"],
  ]);
  const form = await guest.open(hrefsOf(invoice, "main a[href*='/details?']")[0]!);
  const tooLong = await guest.submit(form, { company: "C".repeat(201), taxNumber: "GB987654321" });
  expect([tooLong.status, errorsOf(tooLong)]).toEqual([422, ["Please keep it to 200 characters"]]);
  const changed = await guest.submit(tooLong, { company: "Okafor Studio Ltd" });
  expect(textOf(changed, "article")).toMatch(/INV-\d{4}-0002.*Okafor Studio Ltd.*GB987654321/s);
  expect(textsOf(changed, "main section li").join()).toMatch(
    /Invoice INV-\d{4}-0001.*Credit note CN-\d{4}-0001 −£40\.00/s,
  );
  const again = await guest.submit(form, { company: "Okafor Studio Ltd", taxNumber: "GB987654321" });
  expect(textOf(again, "article")).toMatch(/INV-\d{4}-0002/);

  expect((await guest.open(`/invoices/${booking!.id}?key=${randomUUID()}`)).status).toBe(404);
  expect((await guest.open(new URL(invoice.url).pathname)).status).toBe(404);
  const list = await admin.open("/admin/invoices");
  expect(
    rowsOf(list)
      .map((row) => /(INV|CN)-\d{4}-(\d{4})/.exec(row)?.slice(1).join(" "))
      .sort(),
  ).toEqual([...["CN 0001", "INV 0001", "INV 0002"]]);
  expect(formWith(list, `Archive of ${new Date().getUTCFullYear()}`)).toBeDefined();
});
