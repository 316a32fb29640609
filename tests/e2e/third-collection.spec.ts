import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { discountCodes } from "@db/schema";
import { aMember, expectMessage, signInByCookie } from "../support/e2e-accounts";
import { expectHeading, expectPaymentPage, pressOnPaymentPage } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

test.use({ viewport: { width: 390, height: 844 } });

test("a collection that the instructor adds is sold in euros, watched, refunded, exported and switched off @plain", async ({
  page: office,
  site,
  newVisitor,
  pageErrors,
}) => {
  const member = await aMember(site.db);
  const slug = `nights-${member.id.slice(0, 8)}`;
  const title = `Calm ${slug}`;
  const code = `CALM${member.id.slice(0, 6)}`.toUpperCase();
  await site.db.insert(discountCodes).values({ code, discountType: "percentage", discountPercentage: 10 });
  await signInByCookie({ page: office, site }, { role: "admin" });

  await addCollection(office, { title, slug });
  await addRecording(office, "The first night");
  await switchTo(office, { slug, title, isOn: true });
  const page = await newVisitor({ viewport: { width: 390, height: 844 } });
  await signInByCookie({ page, site }, member);
  await buyInEuros(page, { slug, code });
  const video = await watch(page, { slug, recording: "The first night" });
  await expectExported(page, title);

  await refund(office, { slug, name: member.fullName });
  // A job sends the refund.
  await expect(async () => {
    await page.goto(`/collections/${slug}`);
    await expect(page.getByRole("link", { name: "Unlock All Recordings" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect((await page.request.get(video)).status()).toBe(403);

  await switchTo(office, { slug, title, isOn: false });
  pageErrors.expectStatuses(404);
  await page.goto(`/collections/${slug}`);
  expect(await (await page.request.get("/sitemap.xml")).text()).not.toContain(slug);
});

test("a collection's picture stays while its form is refused, stands at the head of its page, and goes again @scripted", async ({
  page: office,
  site,
  pageErrors,
}) => {
  await signInByCookie({ page: office, site }, { role: "admin" });
  const slug = `dawns-${randomUUID().slice(0, 8)}`;
  const picture = office.locator(`main img[src^="/media/collections/${slug}/picture?v="]`);
  await office.goto("/admin/products/collection/new");
  await office.getByLabel("Name").fill("Calm Dawns");
  await office.getByLabel("Picture").setInputFiles("dev/seed/media/moon.webp");
  await expect(office.getByText("moon.webp 26 kB, uploaded")).toBeVisible();
  pageErrors.expectStatuses(422);
  await office.getByRole("button", { name: "Add collection" }).click();
  await expect(office.getByText("Enter an address")).toBeVisible();
  await office.getByLabel("Address").fill(slug);
  await office.getByRole("button", { name: "Add collection" }).click();
  await expectMessage(office, true, { kind: "status", title: "Collection added", text: "Calm Dawns" });
  await office.goto(`/collections/${slug}`);
  await expect(picture).toHaveJSProperty("complete", true);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await office.goto(`/admin/products/collection/${slug}`);
  await office.getByLabel("Remove the picture").check();
  await office.getByRole("button", { name: "Save collection" }).click();
  await expectMessage(office, true, { kind: "status", title: "Collection saved", text: "Calm Dawns" });
  await office.goto(`/collections/${slug}`);
  await expectHeading(office, "Calm Dawns");
  await expect(picture).toHaveCount(0);
});

async function addCollection(office: Page, { title, slug }: { title: string; slug: string }): Promise<void> {
  await office.goto("/admin/products/collection");
  await office.getByRole("link", { name: "Add Collection" }).click();
  await expectHeading(office, "Add Collection");
  await office.getByLabel("Name").fill(title);
  await office.getByLabel("Description").fill("For the end of the day.");
  await office.getByLabel("Address").fill(slug);
  await office.getByRole("button", { name: "Add collection" }).click();
  await expectMessage(office, false, { kind: "status", title: "Collection added", text: title });
  await expect(office).toHaveURL(`/admin/collections/${slug}`);
}

async function addRecording(office: Page, title: string): Promise<void> {
  await office.getByLabel("Price", { exact: true }).fill("40");
  await office.getByLabel("Currency", { exact: true }).selectOption("EUR");
  await office.getByRole("button", { name: "Save price" }).click();
  await office.getByRole("link", { name: "Add Recording" }).click();
  await office.getByLabel("Title").fill(title);
  await office.getByLabel("Video file").setInputFiles("dev/seed/media/rise.webm");
  await office.getByRole("button", { name: "Save recording" }).click();
  await expectMessage(office, false, { kind: "status", title: "Recording added", text: title });
}

type Switch = { slug: string; title: string; isOn: boolean };

async function switchTo(office: Page, { slug, title, isOn }: Switch): Promise<void> {
  await office.goto(`/admin/products/collection/${slug}`);
  await office.getByLabel("Shown and sold").setChecked(isOn);
  await office.getByRole("button", { name: "Save collection" }).click();
  await expectMessage(office, false, { kind: "status", title: "Collection saved", text: title });
}

async function buyInEuros(page: Page, { slug, code }: { slug: string; code: string }): Promise<void> {
  await page.goto(`/collections/${slug}`);
  await page.locator("summary[aria-label='Menu']").click();
  await page.getByRole("button", { name: "EUR" }).first().click();
  await page.getByRole("link", { name: "Unlock All Recordings" }).click();
  const dialog = page.getByRole("dialog", { name: "Unlock All Recordings" });
  await dialog.getByText("Discount code").click();
  await dialog.getByRole("textbox", { name: "Discount code" }).fill(code);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await dialog.getByRole("checkbox", { name: /^I ask for access at once/ }).check();
  await dialog.getByRole("button", { name: "Pay €36.00" }).click();
  await expectPaymentPage(page);
  await pressOnPaymentPage(page, "Pay");
  await expect(page.getByText("Payment Successful")).toBeVisible();
}

/** Returns the video's address. */
async function watch(page: Page, { slug, recording }: { slug: string; recording: string }): Promise<string> {
  await page.goto(`/collections/${slug}`);
  await page.getByRole("link", { name: recording, exact: true }).click();
  const source = (await page.locator("video").getAttribute("src")) ?? "";
  const part = await page.request.get(source, { headers: { range: "bytes=0-99" } });
  expect([part.status(), (await part.body()).length]).toEqual([206, 100]);
  return source;
}

async function expectExported(page: Page, title: string): Promise<void> {
  const answer = await page.request.get("/dashboard/settings/my-data.json");
  expect(await answer.text()).toContain(title);
}

async function refund(office: Page, { slug, name }: { slug: string; name: string }): Promise<void> {
  await office.goto(`/admin/collections/${slug}/purchases`);
  await office.locator(`summary[aria-label='Change the purchase of ${name}']`).click();
  await office.getByRole("link", { name: "Refund" }).click();
  await expectHeading(office, `Refund ${name}`);
  await office.getByRole("button", { name: "Refund" }).click();
  await expectMessage(office, false, {
    kind: "status",
    title: "Refund made",
    text: "Stripe refunds it automatically.",
  });
}
