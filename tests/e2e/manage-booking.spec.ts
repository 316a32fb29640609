import {
  bookButton,
  dialogOf,
  expectBooked,
  expectHeading,
  fillIn,
  goToPayment,
  openDialog,
  pressOnPaymentPage,
} from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

test("dialogs of a booking return the focus to the links that opened them @scripted", async ({
  page,
  publishSession,
  guest,
}) => {
  await openDialog(page, await publishSession({ priceMinor: 0 }));
  await fillIn(page, guest);
  await dialogOf(page).getByLabel("Tickets").selectOption("2");
  await bookButton(page).click();
  await expectBooked(page, guest);
  await page.getByRole("link", { name: "Manage your booking" }).click();
  for (const name of ["Move to another date", "Cancel booking", /^Cancel this ticket: .*\(ticket 2\)$/]) {
    const opener = page.getByRole("link", { name });
    await opener.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  // Its link is gone then.
  await page.getByRole("link", { name: /^Cancel this ticket: .*\(ticket 2\)$/ }).click();
  await page.getByRole("button", { name: "Cancel this ticket" }).click();
  await expect(page.getByText("2 tickets, 1 cancelled")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});

test("a guest books, pays, cancels through the mailed link and sees the refund @scripted", async ({
  page,
  site,
  publishSession,
  guest,
  pageErrors,
}) => {
  const session = await publishSession({ title: "To be cancelled", priceMinor: 1440, maxAttendees: 1 });
  await goToPayment(page, session, guest);
  await pressOnPaymentPage(page, "Pay");
  await expectBooked(page, guest);
  await expect.poll(() => site.mailsTo(guest.email)).toHaveLength(1);
  const [confirmation] = await site.mailsTo(guest.email);
  const [link] = /\/bookings\/\S+\?key=\w+/.exec(confirmation!.text)!;
  const [joiningLink] = /\/join\/\S+/.exec(confirmation!.text)!;

  await page.goto(link);
  await expectHeading(page, "You're booked, Hannah.");
  await expect(page.getByRole("link", { name: "Join the session" })).toHaveAttribute("href", /^\/join\/.+\?key=/);
  await page.getByRole("link", { name: "Cancel booking" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel booking" });
  await expect(dialog).toContainText("The full £14.40 will be refunded to you");
  await dialog.getByRole("link", { name: "Keep my place" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: "Cancel booking" })).toBeFocused();
  await page.getByRole("link", { name: "Cancel booking" }).click();
  await dialog.getByRole("button", { name: "Cancel booking" }).click();
  await expectHeading(page, "This booking is cancelled.");
  await expect(page.getByText("Booking cancelled")).toBeVisible();
  await expect(page.getByRole("link", { name: "Join the session" })).toBeHidden();

  const subjects = async () => (await site.mailsTo(guest.email)).map(({ subject }) => subject).sort();
  await expect
    .poll(subjects)
    .toEqual(["Your booking is cancelled: To be cancelled", "Your place is booked: To be cancelled"]);
  const letter = (await site.mailsTo(guest.email)).find(({ subject }) =>
    subject.startsWith("Your booking is cancelled"),
  )!;
  expect(letter.text).toContain("£14.40");
  const refunds = async () => (await site.stripe.state(guest.email)).refunds;
  await expect.poll(refunds).toMatchObject([{ amount: 1440, status: "succeeded" }]);
  // Stripe's event comes a moment later.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Your refund has been sent.")).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(await subjects()).toHaveLength(2);
  pageErrors.expectStatuses(410);
  await page.goto(joiningLink);
  await expectHeading(page, "This place is no longer booked.");
  await page.getByRole("link", { name: "View the session" }).click();
  await expect(page.getByRole("link", { name: "Book Now" })).toBeVisible();
});
