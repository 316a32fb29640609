import { eq } from "drizzle-orm";
import { payments, sessionBookings, users } from "@db/schema";
import { cheapHash } from "../../../support/accounts";
import { PlainBrowser, textOf, type Page } from "../../../support/browser-without-javascript";
import { cellTextsUnder, emptyTextOf, noticeOf, rowsOf, sectionUnder, toastOf } from "../../../support/page-parts";
import { aSession } from "../../../support/sessions";
import { expect, test as siteTest } from "../../../support/site-over-http";

const password = "slow-exhale-7";
const tomas = { firstName: "Tomas", lastName: "Lindqvist", email: "tomas@example.com" };

const test = siteTest.extend<{ mara: PlainBrowser; path: string }>({
  mara: async ({ server, db }, use) => {
    const passwordHash = await cheapHash(password);
    const shared = { passwordHash, emailConfirmedAt: new Date() };
    await db.insert(users).values([
      { ...shared, role: "admin", email: "mara@example.com", fullName: "Mara Lind" },
      { ...shared, role: "member", email: tomas.email, fullName: "Tomas Lindqvist" },
    ]);
    const browser = new PlainBrowser(server.url);
    const signInPage = await browser.open("/sign-in");
    await browser.submit(signInPage, { email: "mara@example.com", password }, "form:has([name=password])");
    await use(browser);
  },
  path: async ({ mara, db }, use) => {
    const path = `/admin/sessions/${(await aSession(db)).id}`;
    await mara.submit(await mara.open(`${path}/add-attendee`), tomas);
    await use(path);
  },
});

/** Follows a link in the main part by its text or accessible name. */
function follow(browser: PlainBrowser, page: Page, label: string): Promise<Page> {
  const link = page.root
    .querySelectorAll("main a")
    .find((candidate) => candidate.text.trim() === label || candidate.getAttribute("aria-label") === label);
  if (!link) throw new Error(`no link “${label}” on ${page.url}`);
  return browser.open(new URL(link.getAttribute("href")!.replaceAll("&amp;", "&"), page.url).href);
}

async function markedAsPaid(browser: PlainBrowser, path: string): Promise<Page> {
  const question = await follow(browser, await browser.open(`${path}/attendees`), "Mark as paid: Tomas Lindqvist");
  expect(textOf(question, "main h1")).toBe("Mark the booking of Tomas Lindqvist as paid?");
  expect(textOf(question, "main form")).toContain("Confirm that Tomas Lindqvist has paid £18.00 outside Stripe");
  return browser.submit(question);
}

const rows = (page: Page) => rowsOf(page);

test("asks before marking as paid, states the amount owed on removal and links to where the refund is recorded", async ({
  mara,
  path,
}) => {
  const paid = await markedAsPaid(mara, path);
  expect([toastOf(paid), textOf(paid, "main li b + span")]).toEqual(["Marked as paid", "Paid"]);
  const removed = await mara.submit(await follow(mara, paid, "Remove Tomas Lindqvist"));
  expect(toastOf(removed)).toBe("Attendee removed successfully Refund £18.00 yourself.");
  expect(noticeOf(removed)).toContain("Please refund £18.00 yourself: Tomas Lindqvist £18.00.");

  const overview = await mara.open("/admin");
  const waiting = sectionUnder(overview, "Waiting for you").querySelector("a");
  expect(waiting?.text).toBe("1order to refund yourself: £18.00");
  const owed = await follow(mara, removed, "See what to refund");
  expect(new URL(owed.url).search).toBe("?tab=owed&search=Evening+Wind-Down");
  expect(rows(owed)).toEqual([expect.stringContaining("£18.00 to refund yourself")]);
  expect(rows(owed)[0]).toContain("Removed");
  const question = await follow(mara, owed, "I have given it back");
  expect(textOf(question, "main form")).toContain("Confirm that you have refunded £18.00 to Tomas Lindqvist");
  const done = await mara.submit(question);
  expect([toastOf(done), emptyTextOf(done)]).toEqual(["Refund recorded", "No orders found"]);
  expect(new URL(done.url).search).toBe("?tab=owed&search=Evening+Wind-Down");
  // Posted again from the open page, it is recorded once.
  expect(toastOf(await mara.submit(question))).toBe("Refund recorded");
  const again = await mara.open(question.url);
  expect(textOf(again, "main form")).toContain("There is nothing in this order for you to refund.");
  expect(again.root.querySelector("main form button[type=submit]")).toBeNull();
  expect(textOf(await mara.open("/admin"), "main")).toContain("Nothing is waiting for you.");
});

test("states before and after cancelling a session what Stripe refunds and what is owed by hand", async ({
  mara,
  path,
  db,
}) => {
  const unpaid = await mara.open(`${path}/delete`);
  expect(textOf(unpaid, "main form")).toContain("No payments need a refund.");
  await markedAsPaid(mara, path);
  const byHand = "You refund £18.00 yourself: Tomas Lindqvist £18.00.";
  expect(textOf(await mara.open(`${path}/delete`), "main form")).toContain(byHand);
  const [booking] = await db.select().from(sessionBookings);
  const hannah = { attendeeFirstName: "Hannah", attendeeLastName: "Okafor", attendeeEmail: "hannah@example.com" };
  const other = { ...booking!, ...hannah, formKey: crypto.randomUUID(), manageKey: undefined, id: undefined };
  const [second] = await db.insert(sessionBookings).values(other).returning();
  const values = { amountMinor: 3600, currency: "GBP" as const, paidAt: new Date(), state: "paid" as const };
  await db.insert(payments).values({ bookingId: second!.id, ...values });
  const question = await mara.open(`${path}/delete`);
  expect(textOf(question, "main form")).toContain(`Stripe refunds £36.00 automatically. ${byHand}`);
  const cancelled = await mara.submit(question);
  const standing = noticeOf(cancelled)!;
  expect(standing).toContain("This session is cancelled, and everyone was emailed.");
  expect(standing).toContain("Please refund £18.00 yourself: Tomas Lindqvist £18.00.");
  expect(standing).not.toContain("refunded");
  const owed = await follow(mara, cancelled, "See what to refund");
  expect(rows(owed)).toEqual([expect.stringContaining("Tomas Lindqvist")]);
  const ledger = await mara.open("/admin/payments");
  expect(textOf(ledger, "main")).toContain("£18.00 of 1 order is still for you to refund.");
});

test("states the amounts when deleting a member, and requires refunds by hand first", async ({ mara, path, db }) => {
  await markedAsPaid(mara, path);
  const [member] = await db.select().from(users).where(eq(users.email, tomas.email));
  const page = await mara.open(`/admin/users/${member!.id}/delete`);
  expect(textOf(page, "main form")).toContain("(£18.00 paid outside Stripe)");
  expect(page.root.querySelectorAll("fieldset label").map(({ text }) => text)).toEqual([
    "Yes: I refund £18.00 myself first",
    "No, I keep £18.00",
  ]);
  const refused = await mara.submit(page, { reason: "She has asked for it" });
  expect([refused.status, textOf(refused, "main [role=alert]")]).toEqual([
    409,
    expect.stringMatching(/^Failed to delete user £18\.00 for “Evening Wind-Down” was paid outside Stripe/),
  ]);
  expect(refused.root.querySelector("[name=reason]")!.getAttribute("value")).toBe("She has asked for it");

  const refunded = await mara.submit(await follow(mara, refused, "refund it"));
  expect(toastOf(refunded)).toBe(
    "Refund made Refund it yourself. The place goes to the first person on the waitlist or becomes free for everyone.",
  );
  expect(new URL(refunded.url).pathname).toBe(`/admin/users/${member!.id}/delete`);
  expect(noticeOf(refunded)).toContain("still has to be refunded by hand");
  expect(refunded.root.querySelector("main form button[type=submit]")).toBeNull();
  const returned = await mara.submit(await follow(mara, refunded, "I have given it back"));
  expect(new URL(returned.url).pathname).toBe(`/admin/users/${member!.id}/delete`);
  const deleted = await mara.submit(returned, { reason: "She has asked for it" });
  expect(toastOf(deleted)).toBe("User deleted");
  expect(cellTextsUnder(await mara.open("/admin/orders"), "Customer and email")[0]).toBe(
    "Deleted memberDeleted account",
  );
});
