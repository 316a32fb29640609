import { products } from "@db/schema";
import { eq } from "drizzle-orm";
import { crawl } from "../support/e2e-crawl";
import {
  bookButton,
  dialogOf,
  expectBooked,
  expectPaymentPage,
  fillIn,
  healthBox,
  openDialog,
  pressOnPaymentPage,
} from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";
import { aPassOnSale } from "../support/passes";

test("a guest buys a pass, opens it, and books a session with it", async ({ page, site, publishSession, guest }) => {
  const { id } = await aPassOnSale(site.db, { credits: 2 }, { title: "Two evenings", priceMinor: 3000 });
  await page.goto(`/passes/${id}`);
  await page.getByRole("link", { name: "Buy for £30" }).click();
  const buying = page.getByRole("dialog", { name: "Buy this pass" });
  await buying.getByLabel("First name").fill(guest.firstName);
  await buying.getByLabel("Last name").fill(guest.lastName);
  await buying.getByLabel("Email", { exact: true }).fill(guest.email);
  await buying.getByRole("button", { name: "Pay £30.00" }).click();
  await expectPaymentPage(page);
  await pressOnPaymentPage(page, "Pay");
  await page.getByRole("link", { name: "Open your pass" }).click();
  await expect(page.getByText("2 of 2 left")).toBeVisible();
  const pass = page.url();

  const session = await publishSession();
  await openDialog(page, session);
  const choice = dialogOf(page).getByRole("radio", { name: /^Use your pass: 2 of 2 left/ });
  await expect(choice).toBeChecked();
  await healthBox(page).check();
  await expect(bookButton(page)).toContainText("1 credit");
  await bookButton(page).click();
  await expectBooked(page, guest);
  await page.goto(pass);
  await expect(page.getByText("1 of 2 left")).toBeVisible();
});

crawl("passes", "a visitor", {
  "the passes": async ({ page, site }) => {
    await aPassOnSale(site.db);
    await page.goto("/passes");
  },
  "a pass and its dialog": async ({ page, site }) => {
    const { id } = await aPassOnSale(site.db, { isIntroduction: true });
    await page.goto(`/passes/${id}?purchase=true`);
    await expect(page.getByRole("dialog", { name: "Buy this pass" })).toBeVisible();
  },
});

test("a guest buys a pass from the booking form, and comes back to it with what was typed", async ({
  page,
  site,
  publishSession,
  guest,
}) => {
  const session = await publishSession({ priceMinor: 1800, creditCost: 2 });
  const { id } = await aPassOnSale(site.db, { credits: 20 }, { title: "Twenty credits", priceMinor: 2500 });
  await openDialog(page, session);
  await fillIn(page, guest);
  await dialogOf(page).getByRole("button", { name: "Buy this pass first" }).click();
  const buying = page.getByRole("dialog", { name: "Buy this pass" });
  await expect(buying.getByLabel("First name")).toHaveValue(guest.firstName);
  await buying.getByRole("button", { name: "Pay £25.00" }).click();
  await expectPaymentPage(page);
  await pressOnPaymentPage(page, "Pay");
  await expect(dialogOf(page).getByText("Nothing is booked yet")).toBeVisible();
  await expect(dialogOf(page).getByRole("radio", { name: /^Use 2 credits of your pass: 20 of 20 left/ })).toBeChecked();
  await expect(dialogOf(page).getByLabel("First name")).toHaveValue(guest.firstName);
  await bookButton(page).click();
  await expectBooked(page, guest);
  // The other run of this test, with or without JavaScript, has a pass of its own on this site.
  await site.db.update(products).set({ isOn: false }).where(eq(products.id, id));
});
