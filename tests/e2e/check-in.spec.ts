import { bookingTickets, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Page } from "@playwright/test";
import { signInByCookie } from "../support/e2e-accounts";
import { takePlace } from "../support/e2e-booking";
import { expect, test, type SessionPublisher } from "../support/e2e-test";
import type { Site } from "../support/e2e-site";
import { waitForHydrationOnNavigation } from "../support/e2e-visit";
import type { PageErrorMonitor } from "../support/e2e-page-errors";

const call = "**/api/trpc/bookings.attendees.checkIn";
const people = ["Ada", "Ben", "Cleo"];

const buttonOf = (page: Page, name: string) => page.getByRole("button", { name: `Here: ${name} Weir` });

type CheckInContext = { page: Page; site: Site; publishSession: SessionPublisher; pageErrors: PageErrorMonitor };

/** Opens the check-in list with one unsent check-in. */
async function openUnsent({ page, site, publishSession, pageErrors }: CheckInContext) {
  await signInByCookie({ page, site }, { role: "admin" });
  const session = await publishSession({ title: "The Weir" });
  await takePlace(site.db, session, { attendeeFirstName: "Ada", attendeeLastName: "Weir" });
  await page.goto(`/admin/sessions/${session.id}/check-in`);
  pageErrors.allowFailedRequests();
  await page.route(call, (route) => route.abort());
  await buttonOf(page, "Ada").click();
  await expect(page.getByText("1 check-in not sent yet. It will be sent when the connection is back.")).toBeVisible();
  return session;
}

const savedTickets = ({ db }: Site, session: { id: string }) =>
  db
    .select({ checkedInAt: bookingTickets.checkedInAt })
    .from(bookingTickets)
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .where(eq(sessionBookings.sessionId, session.id));

/** Delays check-ins until the returned function is called. */
async function hold(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const isBack = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(call, async (route) => {
    await isBack;
    await route.continue();
  });
  return letThrough;
}

test.use({ viewport: { width: 390, height: 844 } });

test("keeps check-ins made offline over a reload, and sends them once when online @scripted", async ({
  page,
  context,
  site,
  publishSession,
  pageErrors,
}) => {
  await signInByCookie({ page, site }, { role: "admin" });
  const session = await publishSession({ title: "The Weir" });
  for (const attendeeFirstName of people) {
    await takePlace(site.db, session, { attendeeFirstName, attendeeLastName: "Weir" });
  }
  await page.goto(`/admin/sessions/${session.id}/check-in`);
  await expect(buttonOf(page, "Ada")).toHaveAttribute("aria-pressed", "false");
  await page.waitForLoadState("networkidle");

  pageErrors.allowFailedRequests();
  await context.setOffline(true);
  for (const name of people) {
    await buttonOf(page, name).click();
    await expect(buttonOf(page, name)).toHaveAttribute("aria-pressed", "true");
  }
  const status = page.getByText("3 check-ins not sent yet. They will be sent when the connection is back.");
  const marks = page.getByText("Here, not saved yet");
  await expect(marks).toHaveCount(3);
  await expect(status).toBeVisible();
  await expect(page.getByText("The Weir: 3 of 3 here")).toBeVisible();

  await page.route(call, (route) => route.abort());
  await context.setOffline(false);
  await page.reload();
  await expect(marks).toHaveCount(3);
  await expect(status).toBeVisible();

  await context.setOffline(true);
  await page.unroute(call);
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("bookings.attendees.checkIn")) sent += 1;
  });
  await context.setOffline(false);
  await expect(page.getByText(/^Here since/)).toHaveCount(3);
  await expect(marks).toHaveCount(0);
  await expect(status).toHaveCount(0);
  expect(sent).toBe(3);
  const saved = await savedTickets(site, session);
  expect(saved.map(({ checkedInAt }) => checkedInAt !== null)).toEqual([true, true, true]);
});

test("signing out asks first while check-ins are unsent, and offers to send them @scripted", async ({
  page,
  site,
  publishSession,
  pageErrors,
}) => {
  const session = await openUnsent({ page, site, publishSession, pageErrors });
  await page.goto("/sign-out");
  const letThrough = await hold(page);
  const signOut = page.getByRole("button", { name: "Sign Out", exact: true });
  await signOut.click();
  const dialog = page.getByRole("dialog", { name: "1 check-in is not sent yet. Sign out anyway?" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(dialog).toBeHidden();
  await expect(signOut).toBeFocused();

  await signOut.click();
  await dialog.getByRole("button", { name: "Send now" }).click();
  await expect(dialog.getByRole("button", { name: "Sending..." })).toBeVisible();
  letThrough();
  await expect(page.getByText("You have been successfully logged out.")).toBeVisible();
  const saved = await savedTickets(site, session);
  expect(saved.map(({ checkedInAt }) => checkedInAt !== null)).toEqual([true]);
  expect(await page.evaluate(() => Object.keys(localStorage).length)).toBe(0);
});

test("closing the dialog while check-ins are being sent cancels signing out @scripted", async ({
  page,
  site,
  publishSession,
  pageErrors,
}) => {
  const { id } = await openUnsent({ page, site, publishSession, pageErrors });
  await page.goto("/sign-out");
  const letThrough = await hold(page);
  let signOuts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/sign-out")) signOuts += 1;
  });
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send now" }).click();
  await expect(dialog.getByRole("button", { name: "Sending..." })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  letThrough();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).length)).toBe(0);
  await page.goto(`/admin/sessions/${id}/check-in`);
  await expect(page.getByText(/^Here since/)).toBeVisible();
  expect(signOuts).toBe(0);
});

test("the notice takes the focus when its button goes with the last unsent check-in @scripted", async ({
  page,
  site,
  publishSession,
  pageErrors,
}) => {
  await openUnsent({ page, site, publishSession, pageErrors });
  const letThrough = await hold(page);
  await page.getByRole("button", { name: "Send now" }).press("Enter");
  letThrough();
  await expect(page.getByText(/^Here since/)).toBeVisible();
  await expect(page.locator(":focus")).toHaveRole("status");
});

test("shows a check-in that another tab has sent @scripted", async ({ page, site, publishSession, pageErrors }) => {
  await openUnsent({ page, site, publishSession, pageErrors });
  const other = await page.context().newPage();
  waitForHydrationOnNavigation(other);
  await other.goto(page.url());
  await expect(page.getByText(/^Here since/)).toBeVisible();
  await expect(buttonOf(page, "Ada")).toHaveAttribute("aria-pressed", "true");
});
