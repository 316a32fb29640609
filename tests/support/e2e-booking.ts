import type { Locator, Page } from "@playwright/test";
import { sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { payments, refunds } from "@db/schema";
import { expect, type Guest, type Session } from "./e2e-test";
import { joinPathOf } from "./joining";
import { takePlace } from "./sessions";

export const bookPath = (session: { id: string }) => `/sessions/${session.id}/book`;

export const dialogOf = (page: Page): Locator => page.getByRole("dialog", { name: "Complete Your Booking" });

/** Returns the dialog's button: "Book", or "Book" with the amount. */
export const bookButton = (page: Page): Locator => dialogOf(page).getByRole("button", { name: /^Book/ });

export async function openDialog(page: Page, session: Session): Promise<void> {
  await page.goto(`/sessions/${session.id}`);
  await page.getByRole("link", { name: "Book Now" }).click();
  await expect(dialogOf(page)).toBeVisible();
}

export async function fillIn(page: Page, guest: Guest): Promise<void> {
  await dialogOf(page).getByLabel("First name").fill(guest.firstName);
  await dialogOf(page).getByLabel("Last name").fill(guest.lastName);
  await dialogOf(page).getByLabel("Email", { exact: true }).fill(guest.email);
  await healthBox(page).check();
}

const healthLabel = /^I have read the health statement above/;

export const healthBox = (page: Page): Locator => page.getByRole("checkbox", { name: healthLabel });

/** Expects a statement that is neither folded nor clipped at any width, and begins with who has to ask a doctor. */
export async function expectWholeStatement(page: Page): Promise<void> {
  const statement = page.getByRole("group", { name: "Before you book: your health" }).locator("p").first();
  await expect(statement).toHaveText(/^Please ask your doctor .*heart disease.* is no reason to change it\.$/s);
  const clipping = await statement.evaluate((text) => {
    const offenders: string[] = [];
    for (let part: Element | null = text; part && part.tagName !== "FORM"; part = part.parentElement) {
      const { overflowY, webkitLineClamp } = getComputedStyle(part);
      const isCut = ["hidden", "clip"].includes(overflowY) && part.scrollHeight > part.clientHeight;
      if (isCut || webkitLineClamp !== "none" || part.tagName === "DETAILS") offenders.push(part.outerHTML);
    }
    return offenders;
  });
  expect(clipping).toEqual([]);
}

export async function expectTyped(page: Page, guest: Guest): Promise<void> {
  await expect(dialogOf(page).getByLabel("First name")).toHaveValue(guest.firstName);
  await expect(dialogOf(page).getByLabel("Last name")).toHaveValue(guest.lastName);
  await expect(dialogOf(page).getByLabel("Email", { exact: true })).toHaveValue(guest.email);
}

export async function goToPayment(page: Page, session: Session, guest: Guest): Promise<void> {
  await openDialog(page, session);
  await fillIn(page, guest);
  await bookButton(page).click();
  await expectPaymentPage(page);
}

export const expectPaymentPage = (page: Page) => expect(page.getByText("Demo of the payment page.")).toBeVisible();

export const pressOnPaymentPage = (page: Page, button: "Pay" | "Decline card" | "Cancel") =>
  page.getByRole("button", { name: button, exact: true }).click();

export const expectHeading = (page: Page, text: string) =>
  expect(page.getByRole("heading", { level: 1, name: text })).toBeVisible();

/** Reloads, because Stripe's event may arrive after its customer. */
export async function expectBooked(page: Page, guest: Guest): Promise<void> {
  await page.waitForURL("**/booking-confirmation?*");
  const heading = page.getByRole("heading", { level: 1, name: `You're booked, ${guest.firstName}.` });
  await expect(async () => {
    if (!(await heading.isVisible())) await page.reload();
    await expect(heading).toBeVisible({ timeout: 1000 });
  }).toPass();
}

export { takePlace };

export async function managePathOf(db: Database, id: string): Promise<string> {
  const booking = await db.query.sessionBookings.findFirst({ where: (row, { eq }) => eq(row.id, id) });
  return `/bookings/${id}?key=${booking!.manageKey}`;
}

export async function joiningPathOf(db: Database, id: string): Promise<string> {
  const booking = await db.query.sessionBookings.findFirst({ where: (row, { eq }) => eq(row.id, id) });
  return joinPathOf(booking!);
}

/** Adds a payment that came too late and was refunded. Returns the booking's id. */
export async function refundLate(db: Database, bookingId: string): Promise<string> {
  const money = { amountMinor: 1800, currency: "GBP" } as const;
  const [payment] = await db
    .insert(payments)
    .values({ ...money, bookingId, state: "paid" })
    .returning();
  await db.insert(refunds).values({ ...money, paymentId: payment!.id, reason: "late_payment", state: "succeeded" });
  return bookingId;
}

/** Adds another guest's unpaid hold. */
export const holdPlace = (db: Database, session: Session) =>
  takePlace(db, session, { status: "pending", paymentStatus: "pending" });

/** Locks the session during `work`, which can ask how many bookings are waiting for it. */
export async function lockSessionDuring(
  db: Database,
  session: Session,
  work: (areWaiting: () => Promise<number>) => Promise<void>,
): Promise<void> {
  const areWaiting = async () => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows[0]!.count;
  };
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from live_sessions where id = ${session.id} for update`);
    await work(areWaiting);
  });
}
