import {
  bookButton,
  dialogOf,
  expectBooked,
  expectHeading,
  expectPaymentPage,
  expectTyped,
  fillIn,
  goToPayment,
  openDialog,
  pressOnPaymentPage,
} from "../support/e2e-booking";
import type { Site } from "../support/e2e-site";
import { expect, test, type Guest, type Session } from "../support/e2e-test";

test("shows £14.40 in schedule, dialog, payment page, confirmation and mail @scripted", async ({
  page,
  site,
  publishSession,
  guest,
}) => {
  const shown = "£14.40";
  const session = await publishSession({ title: "Paid in Pounds", priceMinor: 1440 });
  await page.goto("/");
  const row = page.getByRole("listitem").filter({ hasText: session.title });
  await expect(row).toContainText(shown);
  await row.getByRole("link").click();
  await expect(page.getByRole("complementary", { name: "Session details" })).toContainText(shown);
  await page.getByRole("link", { name: "Book Now" }).click();
  await expect(dialogOf(page).getByRole("definition")).toHaveText(shown);
  await fillIn(page, guest);
  await expect(bookButton(page)).toHaveText(`Book ${shown}`);
  await bookButton(page).click();

  await expectPaymentPage(page);
  await expectHeading(page, `To pay ${shown}`);
  await expect(page.getByText(guest.email)).toBeVisible();
  await expect(page.getByText(session.title)).toBeVisible();
  const sessions = [{ amount_total: 1440, currency: "gbp", customer_email: guest.email }];
  expect(await site.stripe.state(guest.email)).toMatchObject({ sessions, charges: [] });

  await pressOnPaymentPage(page, "Pay");
  await expectBooked(page, guest);
  await expect(page.getByRole("complementary", { name: "Booking details" })).toContainText(shown);
  await expectMails(site, { guest, session, shown });
  expect((await site.stripe.state(guest.email)).charges).toMatchObject([{ amount: 1440, paid: true }]);
});

async function expectMails(site: Site, { guest, session, shown }: { guest: Guest; session: Session; shown: string }) {
  await expect.poll(() => site.mailsTo(guest.email)).toHaveLength(1);
  const [mail] = await site.mailsTo(guest.email);
  expect(mail!.subject).toBe(`Your place is booked: ${session.title}`);
  expect(mail!.text).toMatch(/\/join\/\S+\?key=\w{40}/);
  expect(mail!.text).toContain(shown);
  const subject = `New booking: Hannah Okafor, ${session.title}`;
  const noticeOfIt = async () =>
    (await site.mailsTo("admin@example.com")).filter(
      (notice) => notice.subject === subject && notice.text.includes(guest.email),
    );
  await expect.poll(noticeOfIt).toHaveLength(1);
  expect((await noticeOfIt())[0]!.text).toContain(shown);
}

test("the confirmation waits for Stripe's event, then shows the booking", async ({
  page,
  site,
  publishSession,
  guest,
  isScripted,
}) => {
  await site.stripe.hold(guest.email);
  await goToPayment(page, await publishSession(), guest);
  await pressOnPaymentPage(page, "Pay");
  await expectHeading(page, "Nearly there, Hannah.");
  expect(await site.mailsTo(guest.email)).toEqual([]);
  await site.stripe.release(guest.email);
  if (!isScripted) await page.getByRole("link", { name: "Check again" }).click();
  await expectHeading(page, "You're booked, Hannah.");
});

test("cancelling the payment returns to the filled-in dialog and frees the last place at once", async ({
  page,
  isScripted,
  site,
  publishSession,
  guest,
  anotherGuest,
  newVisitor,
}) => {
  const session = await publishSession({ maxAttendees: 1 });
  await goToPayment(page, session, guest);
  const other = await newVisitor();
  await other.goto(`/sessions/${session.id}`);
  await expect(other.getByText("being held for others")).toBeVisible();
  await pressOnPaymentPage(page, "Cancel");
  if (!isScripted) {
    await other.reload();
    await expect(other.getByText("being held for others")).toBeVisible();
    await page.getByRole("button", { name: "Choose again" }).click();
  }
  await expect(dialogOf(page).getByRole("status")).toHaveText(
    "Your payment was cancelled and nothing was charged. Your place has been released.",
  );
  await expectTyped(page, guest);
  expect((await site.stripe.state(guest.email)).sessions.map(({ status }) => status)).toEqual(["expired"]);

  await goToPayment(other, session, anotherGuest);
  await pressOnPaymentPage(other, "Pay");
  await expectBooked(other, anotherGuest);
});

test("books again from the dialog after a cancelled payment @scripted", async ({
  page,
  site,
  publishSession,
  guest,
}) => {
  await goToPayment(page, await publishSession({ maxAttendees: 1 }), guest);
  await pressOnPaymentPage(page, "Cancel");
  await expectTyped(page, guest);
  await bookButton(page).click();
  await expectPaymentPage(page);
  await pressOnPaymentPage(page, "Pay");
  await expectBooked(page, guest);
  const { sessions } = await site.stripe.state(guest.email);
  expect(sessions.map(({ payment_status }) => payment_status)).toEqual(["unpaid", "paid"]);
});

test("an expired payment page expires the booking and frees the place @scripted", async ({
  page,
  site,
  publishSession,
  guest,
  newVisitor,
}) => {
  const session = await publishSession({ maxAttendees: 1 });
  await goToPayment(page, session, guest);
  const { sessions } = await site.stripe.state(guest.email);
  const confirmation = await newVisitor();
  await confirmation.goto(sessions[0]!.success_url!);
  await expectHeading(confirmation, "Nearly there, Hannah.");

  await site.stripe.letExpire(guest.email);
  await expect
    .poll(async () => (await site.stripe.state(guest.email)).events)
    .toMatchObject([{ type: "checkout.session.expired", isDelivered: true }]);
  await expectHeading(confirmation, "This booking has expired, Hannah.");
  await page.reload();
  await expectHeading(page, "This payment page has expired");
  await confirmation.getByRole("link", { name: "Book again" }).click();
  await expect(bookButton(confirmation)).toBeVisible();
});

test("shows a failure of the payment provider, and books on the next try", async ({
  page,
  site,
  publishSession,
  guest,
  pageErrors,
}) => {
  await openDialog(page, await publishSession({ maxAttendees: 1 }));
  await fillIn(page, guest);
  await site.stripe.fail({ operation: "checkout.sessions.create", email: guest.email, status: 500 });
  pageErrors.expectStatuses(502);
  await bookButton(page).click();
  await expect(page.getByRole("alert")).toHaveText("Error Failed to create checkout session");
  await expectTyped(page, guest);

  await bookButton(page).click();
  await expectPaymentPage(page);
  await pressOnPaymentPage(page, "Pay");
  await expectBooked(page, guest);
});
