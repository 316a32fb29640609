import type { Page } from "@playwright/test";
import {
  bookButton,
  expectBooked,
  expectHeading,
  expectPaymentPage,
  expectTyped,
  goToPayment,
  healthBox,
  pressOnPaymentPage,
  takePlace,
} from "../support/e2e-booking";
import { expect, test, type Guest } from "../support/e2e-test";

const ticket = (page: Page) => page.getByRole("complementary", { name: "Session details" });
const waitForm = (page: Page) => page.getByRole("form", { name: "Join the waitlist" });
const added = "You've been added to the waitlist";

async function fillInWaitlist(page: Page, guest: Guest): Promise<void> {
  await waitForm(page).getByLabel("First name").fill(guest.firstName);
  await waitForm(page).getByLabel("Last name").fill(guest.lastName);
  await waitForm(page).getByLabel("Email", { exact: true }).fill(guest.email);
  await waitForm(page).getByRole("button", { name: "Add me to the waitlist" }).click();
}

/** Returns the address of a mail's link by its label. */
function linkIn(html: string, label: string): string {
  const link = [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].find(([, , text]) => text === label);
  return link![1]!.replaceAll("&amp;", "&");
}

test("a guest joins the waitlist, is offered a place by mail, accepts it and pays @scripted", async ({
  page,
  site,
  publishSession,
  guest,
  anotherGuest,
  newVisitor,
}) => {
  const session = await publishSession({ maxAttendees: 1, priceMinor: 1800 });
  const other = await newVisitor();
  await goToPayment(other, session, anotherGuest);

  await page.goto(`/sessions/${session.id}`);
  await expect(ticket(page)).toContainText("The last places are being held for others right now.");
  const toggle = page.getByRole("link", { name: "Join Waitlist" });
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await expect(waitForm(page)).toBeVisible();
  await toggle.click();
  await expect(waitForm(page)).toHaveCount(0);
  await toggle.click();
  await fillInWaitlist(page, guest);
  await expect(page.getByText(added)).toBeVisible();
  await expect(page.getByText("We'll notify you if a spot becomes available.")).toBeVisible();
  await expect(waitForm(page)).toHaveCount(0);

  await expect.poll(() => site.mailsTo(guest.email)).toHaveLength(1);
  const [joined] = await site.mailsTo(guest.email);
  expect(joined!.subject).toBe("You are on the waitlist: Harbour Breath");
  const standing = linkIn(joined!.html, "See your place on the waitlist");
  expect(linkIn(joined!.html, "Leave the waitlist")).toBe(standing);
  await page.goto(standing);
  await expectHeading(page, `You're number 1 on the waitlist, ${guest.firstName}.`);

  // A cancelled payment offers the place to the waitlist.
  await pressOnPaymentPage(other, "Cancel");
  await expect(other.getByText("Your place has been released.")).toBeVisible();
  await expect.poll(() => site.mailsTo(guest.email)).toHaveLength(2);
  const mails = await site.mailsTo(guest.email);
  const offered = mails.find(({ subject }) => subject === "A place is free for you: Harbour Breath")!;
  for (const label of ["No thanks", "Leave the waitlist"]) expect(linkIn(offered.html, label)).toBe(standing);
  await page.goto(standing);
  await expectHeading(page, `A place is held for you, ${guest.firstName}.`);

  await page.goto(linkIn(offered.html, "Take the place"));
  await expectTyped(page, guest);
  await healthBox(page).check();
  await expect(bookButton(page)).toHaveText("Book £18.00");
  await bookButton(page).click();
  await expectPaymentPage(page);
  await expectHeading(page, "To pay £18.00");
  await pressOnPaymentPage(page, "Pay");
  await expectBooked(page, guest);

  await page.goto(standing);
  await expectHeading(page, `You’ve taken the place, ${guest.firstName}.`);
  await page.getByRole("link", { name: "See your booking" }).click();
  await expectHeading(page, `You're booked, ${guest.firstName}.`);
});

test("refuses an incomplete form, and leaves the waitlist with one click @scripted", async ({
  page,
  site,
  publishSession,
  guest,
  pageErrors,
}) => {
  const session = await publishSession({ maxAttendees: 1, priceMinor: 0 });
  await takePlace(site.db, session);
  await page.goto(`/sessions/${session.id}/waitlist`);
  await expect(ticket(page)).toContainText("SOLD OUT");
  pageErrors.expectStatuses(422);
  await fillInWaitlist(page, { ...guest, lastName: " " });
  await expect(waitForm(page).getByRole("alert")).toHaveText("Please fill out all fields");
  await expect(waitForm(page).getByLabel("Last name")).toBeFocused();
  await expect(waitForm(page).getByLabel("Email", { exact: true })).toHaveValue(guest.email);
  await fillInWaitlist(page, guest);
  await expect(page.getByText(added)).toBeVisible();

  await expect.poll(() => site.mailsTo(guest.email)).toHaveLength(1);
  const [joined] = await site.mailsTo(guest.email);
  await page.goto(linkIn(joined!.html, "Leave the waitlist"));
  await page.getByRole("button", { name: "Leave the waitlist" }).click();
  await expectHeading(page, `You have left the waitlist, ${guest.firstName}.`);
});
