import { readFile } from "node:fs/promises";
import { aMember, signInByCookie, expectMessage, password } from "../support/e2e-accounts";
import { expect, test } from "../support/e2e-test";

test("a member changes the profile, downloads the data and deletes the account @scripted", async ({
  page,
  site,
  isScripted,
  pageErrors,
}) => {
  const member = await aMember(site.db);
  const { email } = member;
  await signInByCookie({ page, site }, member);
  await page.goto("/dashboard/settings");
  await page.getByLabel("Full name").fill("Maeve Byrne");
  await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await page.getByLabel("Currency", { exact: true }).selectOption("EUR");
  await page.getByLabel(/^Email me a reminder/).uncheck();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectMessage(page, isScripted, { kind: "status", title: "Success", text: "Your profile has been updated." });
  await page.goto("/user/settings");
  await expect(page.getByLabel("Full name")).toHaveValue("Maeve Byrne");
  await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Tokyo");
  await expect(page.getByLabel(/^Email me a reminder/)).not.toBeChecked();

  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const file = await (await started).path();
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ profile: { email, fullName: "Maeve Byrne" } });

  pageErrors.expectStatuses(422);
  await page.getByRole("link", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { name: "What is kept" })).toBeVisible();
  const current = page.getByLabel("Current password", { exact: true });
  await current.fill("not-this-one");
  await page.getByRole("button", { name: "Delete my account for good" }).click();
  await expect(current).toHaveAccessibleDescription("Current password is incorrect");
  await current.fill(password);
  await page.getByRole("button", { name: "Delete my account for good" }).click();
  await expect(page).toHaveURL("/");
  await expectMessage(page, isScripted, {
    kind: "status",
    title: "Account deleted",
    text: "Your name and address have been deleted from this site. Thank you for breathing with me.",
  });
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/sign-in");
});
