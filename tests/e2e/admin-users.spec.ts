import { randomUUID } from "node:crypto";
import { discountCodes, outboxEmails, products, sessionCategories, sessionWaitlist } from "@db/schema";
import { enqueueJob } from "@server/platform/jobs/enqueue-job";
import { sql } from "drizzle-orm";
import { aMember, signInByCookie } from "../support/e2e-accounts";
import { expectHeading } from "../support/e2e-booking";
import { crawl, type CrawlContext } from "../support/e2e-crawl";
import { expect, test } from "../support/e2e-test";
import { aPurchase } from "../support/recordings";
import { takePlace } from "../support/sessions";

test("the admin edits a member, logs in as them and returns, and changes a setting @scripted", async ({
  page,
  site,
}) => {
  const { email } = await aMember(site.db, { fullName: "Maeve Donnelly" });
  await signInByCookie({ page, site }, { role: "admin", fullName: "Mara Lind" });
  await page.goto("/admin/users");
  await page.getByRole("searchbox").fill(email);
  await page.getByRole("searchbox").press("Enter");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  // Below the link that covers the row, it would take no press.
  await page.getByRole("link", { name: "View Maeve Donnelly" }).click();
  await expectHeading(page, "Maeve Donnelly");
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Full name").fill("Maeve Byrne");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectHeading(page, "Maeve Byrne");

  await page.getByRole("link", { name: "Log in as user" }).click();
  await page.getByLabel("Reason").fill("She can’t find her recording");
  await page.getByRole("button", { name: "Log in as user" }).click();
  const banner = page.getByText("You see what Maeve Byrne sees. Nothing can be changed.");
  await expect(banner).toBeVisible();
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(banner).toBeVisible();
  await page.getByRole("button", { name: "Back to my account" }).click();
  await expectHeading(page, "Maeve Byrne");
  await expect(banner).toBeHidden();

  await page.goto("/admin/settings?section=waitlist");
  await page.getByLabel("How many hours an offered place is held").fill("6");
  await page.getByRole("button", { name: "Save Waitlist" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await page.goto("/admin/audit");
  await expect(page.locator("tbody tr").filter({ hasText: "Mara Lind" }).first()).toBeVisible();
});

const onMember =
  (part: string) =>
  async ({ page, site }: CrawlContext) => {
    const { id } = await aMember(site.db);
    await page.goto(`/admin/users/${id}${part}`);
  };

/** Opens a page of a session with one booking and one waitlist entry. */
const onSession =
  (part: (ids: { bookingId: string; entryId: string }) => string) =>
  async ({ page, site, publishSession }: CrawlContext) => {
    const session = await publishSession();
    const bookingId = await takePlace(site.db, session);
    const waiting = { firstName: "Tomas", lastName: "Weir", email: "tomas@example.com", timeZone: "Europe/London" };
    const [entry] = await site.db
      .insert(sessionWaitlist)
      .values({ sessionId: session.id, ...waiting })
      .returning();
    await page.goto(`/admin/sessions/${session.id}/${part({ bookingId, entryId: entry!.id })}`);
  };

crawl("the admin's forms", "the admin", {
  "deleting an account": onMember("/delete"),
  "logging in as a user": onMember("/login"),
  "setting a password": onMember("/password"),
  "sending a reset link": onMember("/reset"),
  "adding an attendee": onSession(() => "add-attendee"),
  "sending a message": onSession(() => "message"),
  "adding a session's recording": onSession(() => "recording"),
  "removing an attendee": onSession(({ bookingId }) => `attendees/${bookingId}/remove`),
  "removing a waitlist entry": onSession(({ entryId }) => `waitlist/${entryId}/remove`),
  "offering a place": onSession(({ entryId }) => `waitlist/${entryId}/offer`),
  "deleting a purchase": async ({ page, site }) => {
    const { id } = await aPurchase(site.db, null);
    await page.goto(`/admin/purchases/${id}/delete`);
  },
  "editing a discount code": async ({ page, site }) => {
    const code = { code: randomUUID().slice(0, 8).toUpperCase(), discountPercentage: 10 };
    const [row] = await site.db
      .insert(discountCodes)
      .values({ ...code, discountType: "percentage" })
      .returning();
    await page.goto(`/admin/discount-codes/${row!.id}`);
  },
  "editing a learning resource": async ({ page, site }) => {
    const [row] = await site.db
      .insert(products)
      .values({ kind: "resource", title: "Workbook", description: "Pages.", priceMinor: 1200, priceCurrency: "USD" })
      .returning();
    await page.goto(`/admin/products/resource/${row!.id}`);
  },
  "editing a category": async ({ page, site }) => {
    const [row] = await site.db.insert(sessionCategories).values({ name: randomUUID() }).returning();
    await page.goto(`/admin/categories/${row!.id}`);
  },
  "a mail": async ({ page, site }) => {
    const mail = { template: "booking-confirmation", recipient: "hannah@example.com", dedupeKey: randomUUID() };
    const text = "You're booked.";
    const [row] = await site.db
      .insert(outboxEmails)
      .values({ ...mail, props: {}, subject: text, html: `<p>${text}</p>`, text, sentAt: new Date() })
      .returning();
    await page.goto(`/admin/mails/${row!.id}`);
  },
  "a failed job": async ({ page, site }) => {
    const later = { runAt: new Date(Date.now() + 3_600_000) };
    await enqueueJob(site.db, "deliver-mail", { mailId: randomUUID() }, later);
    await site.db.execute(sql`update graphile_worker._private_jobs set attempts = 25, last_error = 'no answer'
      where run_at > now()`);
    await page.goto("/admin/jobs");
  },
});
