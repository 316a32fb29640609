import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { bookButton, expectHeading, holdPlace, takePlace } from "../support/e2e-booking";
import { crawl, type CrawlContext } from "../support/e2e-crawl";
import { expect } from "../support/e2e-test";
import { plainPage } from "../support/plain-pages";
import { anOpenOffer, addToWaitlist } from "../support/e2e-waitlist";

const hour = 3_600_000;

/** Sent ahead of the site's pages, and without their styles. */
const plain =
  (answer: Parameters<typeof plainPage>[0]) =>
  async ({ page }: CrawlContext) => {
    await page.goto("about:blank");
    await page.setContent(plainPage(answer));
    await expectHeading(page, answer.title);
  };

crawl("the schedule and its sessions", "a visitor", {
  "the schedule": "/",
  "the schedule without a match": "/?category=Reiki",
  "the schedule with an open menu": async ({ page }) => {
    await page.goto("/");
    await page.locator("summary:visible", { hasText: "Offering" }).click();
  },
  "the schedule with the currency menu open": async ({ page }) => {
    await page.goto("/");
    await page.locator("summary:visible", { hasText: "GBP" }).click();
  },
  "the full-screen menu": async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    await page.locator("summary[aria-label='Menu']").click();
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  },
  "the live sessions": "/live-sessions",
  "the past sessions": "/live-sessions?tab=past",
  "a session": async ({ page, publishSession }) =>
    page.goto(`/sessions/${(await publishSession({ maxAttendees: 2 })).id}`),
  "a session in person": async ({ page, publishSession }) => {
    const place = { city: "Margate", postCode: "CT9 1EY", address: "4 Harbour Loft", whatToBring: "A mat\nA blanket" };
    await page.goto(`/sessions/${(await publishSession({ locationType: "onsite", ...place })).id}`);
  },
  "a session that is sold out": async ({ page, publishSession, site }) => {
    const session = await publishSession({ maxAttendees: 1 });
    await takePlace(site.db, session);
    await page.goto(`/sessions/${session.id}`);
  },
  "a session with its last places held": async ({ page, publishSession, site }) => {
    const session = await publishSession({ maxAttendees: 1 });
    await holdPlace(site.db, session);
    await page.goto(`/sessions/${session.id}`);
  },
  "a session that is cancelled": async ({ page, publishSession }) =>
    page.goto(`/sessions/${(await publishSession({ cancelledAt: new Date() })).id}`),
  "a past session": async ({ page, publishSession }) => {
    const { id } = await publishSession({ startTime: new Date(Date.now() - 48 * hour) });
    await page.goto(`/sessions/${id}`);
    await expect(page.getByRole("button", { name: "Recording Not Available" })).toBeVisible();
  },
  "an unknown session": async ({ page, pageErrors }) => {
    pageErrors.expectStatuses(404);
    await page.goto(`/sessions/${randomUUID()}`);
    await expectHeading(page, "Session not found");
  },
  "the page on accessibility": "/accessibility",
  "a page with headings and links": "/faq",
  "an unknown page": async ({ page, pageErrors }) => {
    pageErrors.expectStatuses(404);
    await page.goto("/nowhere");
    await expectHeading(page, "Oops! Page not found");
  },
  "a page that failed": async ({ page, site, pageErrors }) => {
    pageErrors.expectStatuses(500);
    await site.db.execute(sql`alter table products rename to lost_products`);
    await page.goto("/resources").finally(() => site.db.execute(sql`alter table lost_products rename to products`));
    await expectHeading(page, "Unexpected Application Error!");
  },
  "a plain page for 403": plain({ status: 403, title: "Cross-site request refused" }),
  "a plain page for 429": plain({ status: 429, title: "Too many requests.", retryAfterSeconds: 40 }),
  "a plain page for 500": plain({ status: 500, title: "An error occurred." }),
  "sharing a session": async ({ page, publishSession, pageErrors }) => {
    const { id } = await publishSession();
    await page.goto(`/sessions/${id}/share`);
    const dialog = page.getByRole("dialog", { name: "Share this session" });
    await dialog.locator("form").evaluate((form: HTMLFormElement) => (form.noValidate = true));
    pageErrors.expectStatuses(422);
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.getByText("Please enter an email address")).toBeVisible();
  },
});

crawl("the waitlist", "a visitor", {
  "the waitlist's invalid form": async ({ page, publishSession, site, pageErrors }) => {
    const session = await publishSession({ maxAttendees: 1 });
    await takePlace(site.db, session);
    await page.goto(`/sessions/${session.id}/waitlist`);
    pageErrors.expectStatuses(422);
    await page.getByRole("button", { name: "Add me to the waitlist" }).click();
    await expect(page.getByText("Please fill out all fields")).toBeVisible();
  },
  "a waitlist entry": async ({ page, publishSession, site, guest }) =>
    page.goto(await addToWaitlist(site.db, await publishSession(), guest)),
  "an offer": async ({ page, publishSession, site, guest }) =>
    page.goto(await addToWaitlist(site.db, await publishSession(), guest, anOpenOffer())),
  "the booking dialog of an offer": async ({ page, publishSession, site, guest }) => {
    await page.goto(await addToWaitlist(site.db, await publishSession(), guest, anOpenOffer()));
    await page.getByRole("link", { name: "Take the place" }).click();
    await expect(bookButton(page)).toBeVisible();
  },
});
