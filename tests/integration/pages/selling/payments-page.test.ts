import { users } from "@db/schema";
import { saveWebhookState } from "@server/payments/webhook-tally";
import { cheapHash } from "../../../support/accounts";
import { formWith } from "../../../support/admin-over-http";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { emptyTextOf, messageOn, noticeOf, rowsOf, toastOf } from "../../../support/page-parts";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/site-over-http";

test("lists payments missing in the site's records first, and Sync records them, without JavaScript", async ({
  server,
  db,
}) => {
  const session = await aSession(db);
  const admin = { email: "admin@example.com", fullName: "Mara Lind", role: "admin" as const };
  await db.insert(users).values({
    ...admin,
    passwordHash: await cheapHash("slow-exhale-7"),
    emailConfirmedAt: new Date(),
  });
  const control = (command: object) =>
    fetch(`${server.url}/dev/stripe/control`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(command),
    });
  const guest = new PlainBrowser(server.url);
  const form = await guest.open(`/sessions/${session.id}/book`);
  await control({ hold: {} });
  const typed = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };
  const payment = await guest.submit(form, typed);
  await control({ payNow: { sessionId: new URL(payment.url).pathname.split("/").at(-1) } });

  const browser = new PlainBrowser(server.url);
  const signInPage = await browser.open("/sign-in?returnTo=/admin/payments");
  const password = "slow-exhale-7";
  const page = await browser.submit(signInPage, { email: admin.email, password }, "form:has([name=password])");
  expect(textOf(page, "h1")).toBe("Payments");
  expect(textOf(page, "main")).not.toContain("Bad signatures");
  expect(messageOn(page)).toContain("1 unexplained");
  expect(rowsOf(page)).toEqual([expect.stringContaining("Paid at Stripe, unpaid here")]);
  expect(rowsOf(page)[0]).toContain("Hannah Okafor");
  expect(rowsOf(page)[0]).toContain("£18.00");

  const synced = await browser.submit(page, {}, "main tbody form");
  expect(toastOf(synced)).toBe("Order synchronized");
  expect(noticeOf(synced)).toContain("0 unexplained");
  expect(rowsOf(synced)).toEqual([expect.stringContaining("Evening Wind-Down")]);
  expect(synced.root.querySelector("main tbody form")).toBeNull();
  expect(toastOf(await browser.submit(page, {}, "main tbody form"))).toBe("Already synchronized");
  expect((await browser.post("/admin/payments", { paymentId: "none" })).status).toBe(404);

  // The sum with fees is as old as the last reading, and says so.
  expect(textOf(synced, "main")).not.toContain("less fees of");
  const read = await browser.submit(synced, {}, formWith(synced, "Sync with Stripe"));
  expect(toastOf(read)).toBe("Payouts synchronized");
  expect(textOf(read, "main")).toMatch(/£18\.00 less fees of £0\.47 is £17\.53.*Read from Stripe: .*\d:\d\d/s);

  await control({ fail: { operation: "refunds.list", status: 503 } });
  const own = await browser.open("/admin/payments");
  expect([own.status, noticeOf(own)]).toEqual([
    200,
    "Not compared with Stripe Stripe answered with an error. Below are this site’s own records.",
  ]);
  expect(rowsOf(own)).toEqual(rowsOf(synced));
  const retry = own.root.querySelectorAll("main a").find((link) => link.text === "Retry")!;
  const retried = await browser.open(retry.getAttribute("href")!);
  expect(noticeOf(retried)).toContain("0 unexplained");

  const [at, badSignatures] = [new Date(), 2];
  await saveWebhookState(db, "stripe", { lastEventAt: at, badSignatures, lastBadSignatureAt: at, badSinceEvent: 0 });
  expect(textOf(await browser.open("/admin/payments"), "main")).toContain("Bad signatures: 2, the last one");
  const earlier = page.root.querySelector("nav[aria-label=Months] a")!.getAttribute("href")!;
  expect(emptyTextOf(await browser.open(earlier))).toMatch(
    /^Nothing was paid or refunded through Stripe in \w+ \d{4}\.$/,
  );
});
