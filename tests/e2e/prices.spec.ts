import { eq } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import { aMember, signInByCookie, expectMessage } from "../support/e2e-accounts";
import {
  bookButton,
  bookPath,
  dialogOf,
  expectHeading,
  expectPaymentPage,
  expectTyped,
  fillIn,
  goToPayment,
  healthBox,
  openDialog,
  pressOnPaymentPage,
} from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

test("a visitor picks dollars, stays on the page, and sees dollars from then on", async ({ page, publishSession }) => {
  const session = await publishSession({ priceMinor: 1800 });
  await page.goto(`/sessions/${session.id}?from=newsletter`);
  const ticket = page.getByRole("complementary", { name: "Session details" });
  await expect(ticket).toContainText("£18");
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.locator("summary", { hasText: "£ GBP" }).click();
  await menu.getByRole("button", { name: "$ USD" }).click();
  await expect(ticket).toContainText("$23");
  await expect(page).toHaveURL(`/sessions/${session.id}?from=newsletter`);
  await expect(menu.locator("summary", { hasText: "$ USD" })).toBeVisible();
  await page.goto(bookPath(session));
  await expect(bookButton(page)).toHaveText("Book $23.00");
});

test("below 768 px the full-screen menu has the currency picker @scripted", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.locator("summary[aria-label='Menu']").click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("button", { name: "€ EUR" }).click();
  await expect(page.getByRole("main")).toContainText("€");
  await page.locator("summary[aria-label='Menu']").click();
  await expect(menu.getByRole("button", { name: "€ EUR" })).toHaveAttribute("aria-current", "true");
});

test("refuses, applies and removes a discount code, keeps the form, and charges the discounted price", async ({
  page,
  site,
  publishSession,
  guest,
  pageErrors,
  isScripted,
}) => {
  const session = await publishSession({ priceMinor: 1800 });
  await openDialog(page, session);
  await fillIn(page, guest);
  const dialog = dialogOf(page);
  const summary = dialog.getByRole("definition");
  const code = dialog.getByRole("textbox", { name: "Discount code" });
  const apply = dialog.getByRole("button", { name: "Apply" });
  await dialog.locator("summary", { hasText: "Discount code" }).click();
  if (isScripted) await expect(apply).toBeDisabled();

  await code.fill("OLD20");
  pageErrors.expectStatuses(422);
  await apply.click();
  await expect(code).toHaveAccessibleDescription("Invalid discount code");
  await expect(page.getByText("Invalid discount code")).toHaveCount(1);
  const withoutCode = dialog.getByRole("button", { name: "Book without a code" });
  if (isScripted) await expect(withoutCode).toBeInViewport({ ratio: 1 });
  await expect(summary).toHaveText(["£18.00"]);

  await code.fill(" fiveoff ");
  await apply.click();
  await expect(summary).toHaveText(["£18.00", "−£5.00", "£13.00"]);
  await expectMessage(page, isScripted, { kind: "status", title: "Success", text: "Discount code applied: £5 off" });
  await expect(bookButton(page)).toHaveText("Book £13.00");
  const remove = dialog.getByRole("button", { name: "Remove discount code FIVEOFF" });
  if (isScripted) await expect(remove).toBeFocused();
  await remove.click();
  await expect(summary).toHaveText(["£18.00"]);
  if (isScripted) await expect(code).toBeFocused();
  if (!isScripted) await dialog.locator("summary", { hasText: "Discount code" }).click();
  await expect(code).toHaveValue("");

  await code.fill("welcome10");
  if (!isScripted) pageErrors.expectStatuses(409); // there Enter books, and asks to confirm the new price
  await code.press("Enter");
  await expect(summary).toHaveText(["£18.00", "−£1.80", "£16.20"]);
  await expectTyped(page, guest);
  await expect(healthBox(page)).toBeChecked();

  await bookButton(page).click();
  await expectHeading(page, "To pay £16.20");
  expect((await site.stripe.state(guest.email)).sessions).toMatchObject([{ amount_total: 1620, currency: "gbp" }]);
  await pressOnPaymentPage(page, "Cancel");
  if (!isScripted) await page.getByRole("button", { name: "Choose again" }).click();
  await expect(summary).toHaveText(["£18.00", "−£1.80", "£16.20"]);
});

test("an open payment can be completed or another ticket booked", async ({
  page,
  site,
  publishSession,
  guest,
  anotherGuest,
  newVisitor,
  pageErrors,
}) => {
  const session = await publishSession({ priceMinor: 1800 });
  await goToPayment(page, session, guest);
  const paymentPage = page.url();
  const prompt = page.getByRole("dialog", { name: "You have a payment waiting" });
  await page.goto(bookPath(session));
  await expect(prompt).toContainText("Complete that payment first, or book another ticket?");
  await prompt.getByRole("button", { name: "Complete that payment" }).click();
  await expectPaymentPage(page);
  expect(page.url()).toBe(paymentPage);

  await page.goto(bookPath(session));
  await prompt.getByRole("link", { name: "Book another ticket" }).click();
  await fillIn(page, anotherGuest);
  await bookButton(page).click();
  await expectPaymentPage(page);
  expect(await site.db.$count(sessionBookings, eq(sessionBookings.sessionId, session.id))).toBe(2);

  // The same email address in another browser does not reveal the payment.
  const stranger = await newVisitor({ javaScriptEnabled: false });
  await stranger.goto(bookPath(session));
  await fillIn(stranger, guest);
  await expect(bookButton(stranger)).toBeVisible();

  await page.goto(bookPath(session));
  await expect(prompt).toBeVisible();
  await site.db
    .update(sessionBookings)
    .set({ status: "cancelled", paymentStatus: "cancelled" })
    .where(eq(sessionBookings.sessionId, session.id));
  pageErrors.expectStatuses(409);
  await prompt.getByRole("button", { name: "Complete that payment" }).click();
  await expect(dialogOf(page).getByRole("alert").first()).toContainText("That payment is no longer open.");
  await expect(bookButton(page)).toBeVisible();
});

test("a second tab asks about the payment of the first, and books on with what was typed @scripted", async ({
  page,
  site,
  publishSession,
  guest,
  anotherGuest,
  pageErrors,
}) => {
  const session = await publishSession({ priceMinor: 1800 });
  await page.goto(bookPath(session));
  await fillIn(page, anotherGuest);
  const first = await page.context().newPage();
  await goToPayment(first, session, guest);
  pageErrors.expectStatuses(409);
  await bookButton(page).click();
  const prompt = page.getByRole("dialog", { name: "You have a payment waiting" });
  await expect(prompt).toContainText("You’ve already started paying £18.00");
  await prompt.getByRole("button", { name: "Book another ticket" }).click();
  await expectPaymentPage(page);
  const { sessionId, attendeeEmail } = sessionBookings;
  const bookings = await site.db.select().from(sessionBookings).where(eq(sessionId, session.id)).orderBy(attendeeEmail);
  const emails = [guest, anotherGuest].map(({ email }) => email).sort();
  expect(bookings.map((booking) => booking.attendeeEmail)).toEqual(emails);
});

test("requires the health statement, with the error beside its box @scripted", async ({
  page,
  site,
  publishSession,
  guest,
  pageErrors,
}) => {
  await openDialog(page, await publishSession({ priceMinor: 0 }));
  await fillIn(page, guest);
  const dialog = dialogOf(page);
  await dialog.getByLabel("A note to the instructor (optional)").fill("I have mild asthma.");
  await healthBox(page).uncheck();
  await dialog.locator("form").evaluate((form: HTMLFormElement) => (form.noValidate = true));
  pageErrors.expectStatuses(422);
  await bookButton(page).click();
  await expect(healthBox(page)).toHaveAccessibleDescription("Please read this and tick the box before you book");
  await expect(healthBox(page)).toBeFocused();
  await expect(dialog.getByLabel("A note to the instructor (optional)")).toHaveValue("I have mild asthma.");
  await expectTyped(page, guest);
  await healthBox(page).check();
  await bookButton(page).click();
  await expectHeading(page, "You're booked, Hannah.");
  const readNotice = async () =>
    (await site.mailsTo("admin@example.com")).map(({ text }) => text).find((text) => text.includes(guest.email));
  await expect.poll(readNotice, "the instructor is told of a note").toContain("Health note");
  expect(await readNotice()).not.toContain("asthma");
});

test("a member books with one click, confirms the health statement once, and books another ticket", async ({
  page,
  site,
  publishSession,
}) => {
  const member = await aMember(site.db);
  await signInByCookie({ page, site }, member);
  const [first, second] = [
    await publishSession({ priceMinor: 0 }),
    await publishSession({ priceMinor: 0, title: "Second Breath" }),
  ];
  await page.goto(bookPath(first));
  await expect(dialogOf(page).getByLabel("First name")).toHaveValue("Maeve");
  await healthBox(page).check();
  await bookButton(page).click();
  await expectHeading(page, "You're booked, Maeve.");
  for (const session of [second, first]) {
    await page.goto(bookPath(session));
    if (session === first) await page.getByRole("dialog").getByRole("link", { name: "Book another ticket" }).click();
    await expect(healthBox(page)).toHaveCount(0);
    await dialogOf(page).getByLabel("First name").fill("");
    await bookButton(page).click();
    await expectHeading(page, "You're booked, Maeve.");
  }
  expect(await site.db.$count(sessionBookings, eq(sessionBookings.userId, member.id))).toBe(3);
});
