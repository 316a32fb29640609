import { eq } from "drizzle-orm";
import { purchases, refunds, sessionBookings, users } from "@db/schema";
import { PlainBrowser, textOf, type Page } from "../../../support/browser-without-javascript";
import { formWith } from "../../../support/admin-over-http";
import { startBuiltServer } from "../../../support/built-server";
import { linesOfCsv } from "../../../support/csv";
import { expect, test } from "../../../support/database";
import { errorsOf, noticeOf, paragraphsOf, rowsOf, textsOf, toastOf } from "../../../support/page-parts";

const hrefOf = (page: Page, label: string) =>
  page.root
    .querySelectorAll("main a")
    .find((link) => link.text.trim() === label)!
    .getAttribute("href")!
    .replaceAll("&amp;", "&");

test("searches, changes, refunds and grants orders, bookings and purchases, without JavaScript", async ({
  databaseUrl,
  db,
}) => {
  // An empty database is filled with the demo's people, bookings and purchases.
  const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
  try {
    const browser = new PlainBrowser(server.url);
    const signInPage = await browser.open("/sign-in?returnTo=/admin/orders");
    const admin = { email: "admin@example.com", password: "breathe-demo" };
    const all = await browser.submit(signInPage, admin, "form:has([name=password])");
    expect(textOf(all, "h1")).toBe("Orders");
    expect(rowsOf(all)).toHaveLength(20);
    expect(paragraphsOf(await browser.open("/admin/orders?search=zzz"))).toContain("No orders found");
    const synced = await browser.submit(all, {}, formWith(all, "Sync"));
    expect(toastOf(synced)).toContain("Sync Complete");

    // A paid booking: refunds a part, then the rest with the place.
    const list = await browser.open("/admin/orders?tab=sessions&status=paid");
    const refundPage = await browser.open(hrefOf(list, "Refund"));
    const whereItGoes = "goes to the first person on the waitlist or becomes free for everyone";
    expect(textOf(refundPage, "fieldset")).toContain(`It is cancelled, and ${whereItGoes}`);
    const tooMuch = await browser.submit(refundPage, { amount: "9999", reason: "Ill" });
    expect([tooMuch.status, errorsOf(tooMuch)[0]]).toEqual([422, expect.stringMatching(/^At most .* is left/)]);
    expect(tooMuch.root.querySelector("[name=reason]")!.getAttribute("value")).toBe("Ill");
    expect((await browser.submit(refundPage, { amount: "a few" })).status).toBe(422);
    const before = await db.$count(refunds);
    const partly = await browser.submit(refundPage, { amount: "1.50" });
    expect([new URL(partly.url).search, toastOf(partly)]).toEqual([
      "?tab=sessions&status=paid",
      expect.stringContaining("Refund made"),
    ]);
    await browser.submit(refundPage, { amount: "1.50" });
    expect(await db.$count(refunds)).toBe(before + 1);

    const question = await browser.open(hrefOf(list, "Cancel"));
    const bookingId = new URL(question.url).pathname.split("/").at(-2)!;
    expect(textOf(question, "main form")).toContain(`’s place ${whereItGoes}, and`);
    expect(textOf(question, "fieldset legend")).toMatch(/^Refund .+\?$/);
    expect(question.root.querySelector("[name=refund][checked]")!.getAttribute("value")).toBe("yes");
    const cancelled = await browser.submit(question, { refund: "no" });
    expect(toastOf(cancelled)).toBe("Status updated");
    const [booking] = await db.select().from(sessionBookings).where(eq(sessionBookings.id, bookingId));
    expect([booking!.status, booking!.refundWaivedAt === null]).toEqual(["cancelled", false]);
    const again = await browser.submit(question, { refund: "no" });
    expect([again.status, noticeOf(again)]).toEqual([
      409,
      "Update failed This order has just changed. Please check it and try again.",
    ]);

    const bookings = await browser.open("/admin/bookings?search=zzz");
    expect(paragraphsOf(bookings)).toContain("No bookings found.");

    // Purchases: grants one and deletes one.
    const member = (await db.select().from(users).where(eq(users.email, "member@example.com")))[0]!;
    const stress = await browser.open("/admin/stress-purchases");
    expect(textsOf(stress, "main dl dt")).toEqual(["Total Requests", "Paid", "Free Access", "Pending"]);
    const grant = await browser.open(hrefOf(stress, "Grant free access"));
    const unknown = await browser.submit(grant, { email: "unknown@example.com", item: "stress" });
    expect([unknown.status, errorsOf(unknown)[0]]).toEqual([404, "No one has an account with this address."]);
    const granted = await browser.submit(grant, { email: member.email, item: "stress" });
    expect([toastOf(granted), rowsOf(granted)[0]]).toEqual([
      expect.stringContaining("Access granted"),
      expect.stringContaining(member.fullName),
    ]);
    const deletion = await browser.open(hrefOf(granted, "Delete"));
    const deleted = await browser.submit(deletion);
    expect(toastOf(deleted)).toBe("Purchase deleted");
    expect(rowsOf(deleted)).toHaveLength(rowsOf(granted).length - 1);
    const gone = await browser.submit(deletion);
    expect([gone.status, noticeOf(gone)]).toEqual([404, "Failed to delete purchase Purchase not found"]);
    expect(await db.$count(purchases, eq(purchases.userId, member.id))).toBe(3);

    const csv = await fetch(`${server.url}/admin/orders.csv?tab=recordings`, { headers: browser.headers });
    expect([csv.headers.get("Content-Type"), csv.headers.get("Content-Disposition")]).toEqual([
      "text/csv; charset=utf-8",
      'attachment; filename="orders.csv"',
    ]);
    expect(linesOfCsv(await csv.text())).toHaveLength(1 + 5);
  } finally {
    await server.stop();
  }
});
