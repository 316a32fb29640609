import { sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { bookButton, dialogOf, expectPaymentPage, fillIn, openDialog } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";
import { aSessionWithRates } from "../support/rates";

test("a guest books two tickets at two rates, and keeps what was typed when one is full", async ({
  page,
  site,
  guest,
  isScripted,
  pageErrors,
}) => {
  pageErrors.expectStatuses(409);
  const session = await aSessionWithRates(site, 1, { title: "Rates for All" });
  const dialog = dialogOf(page);
  const showTotal = async (total: string) => {
    if (!isScripted) await dialog.getByRole("button", { name: "Update total" }).last().click();
    await expect(dialog).toContainText(total);
  };
  await openDialog(page, session);
  await expect(dialog).toContainText("Please choose what you can afford.");
  await fillIn(page, guest);
  await dialog.getByRole("radio", { name: /^Low income, £12/ }).check();
  await showTotal("£12.00");
  await dialog.getByRole("combobox", { name: "Tickets" }).selectOption("2");
  await showTotal("£24.00");
  await bookButton(page).click();
  await expect(dialog).toContainText("Only 1 place is left at “Low income”.");
  await expect(dialog.getByRole("textbox", { name: "Email" })).toHaveValue(guest.email);
  await dialog.getByRole("combobox", { name: "Ticket 2" }).selectOption({ label: "Supporter, £30" });
  await showTotal("£42.00");
  await bookButton(page).click();
  await expectPaymentPage(page);
  const bookings = await site.db.select().from(sessionBookings).where(eq(sessionBookings.sessionId, session.id));
  expect(bookings.map(({ totalMinor }) => totalMinor)).toEqual([4200]);
});
