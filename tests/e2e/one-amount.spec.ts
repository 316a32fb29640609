import { bookButton, dialogOf, expectBooked, fillIn, openDialog, pressOnPaymentPage } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

/** £18 at the demo's fixed rate, less a code of £5. */
const total = "€15.15";

test(`shows, charges, mails and refunds the same amount: ${total} with FIVEOFF`, async ({
  page,
  site,
  publishSession,
  guest,
}) => {
  const session = await publishSession({ title: "One Amount", priceMinor: 1800 });
  await page.goto(`/sessions/${session.id}`);
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.locator("summary", { hasText: "£ GBP" }).click();
  await menu.getByRole("button", { name: "€ EUR" }).click();
  await expect(menu.locator("summary", { hasText: "€ EUR" })).toBeVisible();

  await openDialog(page, session);
  await fillIn(page, guest);
  await dialogOf(page).locator("summary", { hasText: "Discount code" }).click();
  await dialogOf(page).getByRole("textbox", { name: "Discount code" }).fill("FIVEOFF");
  await dialogOf(page).getByRole("button", { name: "Apply" }).click();
  await expect(dialogOf(page).getByRole("definition"), "shown").toHaveText(["€21.00", "−€5.85", total]);
  await expect(bookButton(page)).toHaveText(`Book ${total}`);
  await bookButton(page).click();
  await pressOnPaymentPage(page, "Pay");
  await expectBooked(page, guest);
  const amount = { amount: 1515, currency: "eur" };
  expect((await site.stripe.state(guest.email)).charges, "charged").toMatchObject([amount]);

  const mailOf = async (subject: string) =>
    (await site.mailsTo(guest.email)).find((mail) => mail.subject.startsWith(subject))?.text ?? "";
  await expect.poll(() => mailOf("Your place is booked"), "mailed").toContain(total);
  const [link] = /\/bookings\/\S+\?key=\w+/.exec(await mailOf("Your place is booked"))!;
  await page.goto(link);
  await expect(page.getByRole("main")).toContainText(total);
  await page.getByRole("link", { name: "Cancel booking" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel booking" }).click();
  await expect(page.getByRole("link", { name: "Cancel booking" })).toHaveCount(0);
  await expect.poll(() => mailOf("Your booking is cancelled"), "told").toContain(total);
  await expect.poll(async () => (await site.stripe.state(guest.email)).refunds, "refunded").toMatchObject([amount]);
});
