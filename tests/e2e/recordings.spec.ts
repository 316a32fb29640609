import type { Page } from "@playwright/test";
import { eq, inArray } from "drizzle-orm";
import { discountCodes, playbackProgress, recordings } from "@db/schema";
import { aMember, signInByCookie, expectMessage, mailedLink, password, signIn } from "../support/e2e-accounts";
import { expectHeading, expectPaymentPage, pressOnPaymentPage } from "../support/e2e-booking";
import { aFreeRecording } from "../support/e2e-recordings";
import { expect, test } from "../support/e2e-test";
import { productIds } from "../support/products";

const purchaseDialog = (page: Page) => page.getByRole("dialog", { name: "Unlock All Recordings" });

test("a visitor finds a free recording, creates an account and watches it @scripted", async ({
  page,
  site,
  guest,
  isScripted,
  pageErrors,
}) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByText("Recordings").click();
  await page.getByRole("link", { name: "Birth", exact: true }).last().click();
  await expectHeading(page, "Birth Recordings");
  const { id, title } = await aFreeRecording(site);
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { name: "Listen for free" })).toBeVisible();

  pageErrors.expectStatuses(422);
  await page.getByLabel("Email", { exact: true }).fill("hannah");
  await page.getByRole("button", { name: "Continue" }).click();
  const invalid = { kind: "alert", title: "Invalid Email", text: "Please enter a valid email address." } as const;
  await expectMessage(page, isScripted, invalid);
  await page.getByLabel("Email", { exact: true }).fill(guest.email);
  await page.getByRole("button", { name: "Continue" }).click();
  const nameless = "Please enter both your first and last name.";
  await expectMessage(page, isScripted, { kind: "alert", title: "Names Required", text: nameless });
  await page.getByLabel("First name").fill(guest.firstName);
  await page.getByLabel("Last name").fill(guest.lastName);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expectHeading(page, "Confirm your email");
  await page.goto(await mailedLink(site, "verify-email", guest.email));
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expect(page).toHaveURL(`/birth-recordings/${id}`);
  await expect(page.locator("video")).toBeVisible();
  const remembered = await page.evaluate(() => Object.values<string>({ ...window.localStorage }));
  expect(remembered).toEqual(expect.arrayContaining([guest.email, guest.firstName, guest.lastName]));
});

test("a member buys a collection with a discount code and finds it unlocked @scripted", async ({
  page,
  site,
  isScripted,
}) => {
  const member = await aMember(site.db);
  const code = `TEN${member.id.slice(0, 6)}`.toUpperCase();
  await site.db.insert(discountCodes).values({ code, discountType: "percentage", discountPercentage: 10 });
  await signInByCookie({ page, site }, member);
  await page.goto("/stress-recordings");
  await page.getByRole("link", { name: "Unlock All Recordings" }).click();
  const dialog = purchaseDialog(page);
  await expect(dialog.getByText("£51.00").first()).toBeVisible();
  await dialog.getByText("Discount code").click();
  await dialog.getByRole("textbox", { name: "Discount code" }).fill(code.toLowerCase());
  await dialog.getByRole("button", { name: "Apply" }).click();
  const applied = { kind: "status", title: "Success", text: "Discount code applied: 10% off" } as const;
  await expectMessage(page, isScripted, applied);
  await dialog.getByRole("checkbox", { name: /^I ask for access at once/ }).check();
  await dialog.getByRole("button", { name: "Pay £45.90" }).click();

  await expectPaymentPage(page);
  await pressOnPaymentPage(page, "Pay");
  await expect(page.getByText("Payment Successful")).toBeVisible();
  await expect(page).toHaveURL("/stress-recordings");
  await expect(page.getByText(/is yours\. Each part that opens later says when\.$/)).toBeVisible();
  await expect(page.getByText("Premium")).toHaveCount(0);
  const receipts = async () => (await site.mailsTo(member.email)).map(({ subject }) => subject);
  await expect.poll(receipts).toEqual(["Yours for life: Stress & Sleep Recordings"]);
});

test("Escape closes the purchase dialog and returns the focus @scripted", async ({ page, site }) => {
  await signInByCookie({ page, site });
  await page.goto("/birth-recordings");
  const unlock = page.getByRole("link", { name: "Unlock All Recordings" });
  await unlock.click();
  await expect(purchaseDialog(page)).toBeVisible();
  await expect(page).toHaveURL("/birth-recordings?purchase=true");
  await page.keyboard.press("Escape");
  await expect(purchaseDialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/birth-recordings");
  await expect(unlock).toBeFocused();
});

type Player = { at: () => Promise<number>; duration: () => Promise<number> };

function playerOf(page: Page): Player {
  const video = page.locator("video");
  const read = (name: "currentTime" | "duration") => () =>
    video.evaluate((element: HTMLVideoElement, key) => element[key], name);
  return { at: read("currentTime"), duration: read("duration") };
}

const savedPosition = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith("/recordings.savePosition") && answer.ok());

test("resumes a recording at the saved position on another device @scripted", async ({ page, site, newVisitor }) => {
  const member = await aMember(site.db);
  const { id, title } = await aFreeRecording(site);
  await signInByCookie({ page, site }, member);
  await page.goto(`/birth-recordings/${id}`);
  const video = page.locator("video");
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  const here = playerOf(page);
  await expect.poll(here.at).toBeGreaterThan(0.5);
  // Slowly, so that a busy machine does not play on to the end before it leaves the page.
  await video.evaluate(
    (element: HTMLVideoElement) => void Object.assign(element, { currentTime: 12, playbackRate: 0.1 }),
  );
  await expect.poll(here.at).toBeGreaterThan(12);
  const left = await here.at();
  await page.getByRole("link", { name: "Birth Recordings" }).first().click();
  await expectHeading(page, "Birth Recordings");
  // The position that was sent while leaving has no answer to wait for.
  const savedPositions = () => site.db.select().from(playbackProgress).where(eq(playbackProgress.recordingId, id));
  await expect.poll(async () => (await savedPositions())[0]?.positionSeconds).toBeGreaterThanOrEqual(12);

  const other = await newVisitor();
  await signInByCookie({ page: other, site }, member);
  await other.goto("/birth-recordings");
  await expect(other.getByText("Continue where you left off")).toBeVisible();
  await other.getByRole("link", { name: `Continue ${title}` }).click();
  // The link has been pressed, so that the browser lets it play.
  const there = playerOf(other);
  await expect
    .poll(() => other.locator("video").evaluate((element: HTMLVideoElement) => element.played.length))
    .toBeGreaterThan(0);
  await expect.poll(there.at).toBeGreaterThan(left - 10);
  expect(await there.at()).toBeLessThan(left + 10);

  // The paused player follows the other device when its tab is shown again.
  await page.goto(`/birth-recordings/${id}`);
  await expect.poll(here.at).toBeGreaterThan(10);
  const saved = savedPosition(other);
  await other.locator("video").evaluate((element: HTMLVideoElement) => {
    element.currentTime = 18;
    return element.play().then(() => element.pause());
  });
  await saved;
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(here.at).toBeGreaterThan(17);
});

test("marks a recording watched to its end as finished @scripted", async ({ page, site }) => {
  await signInByCookie({ page, site });
  const { id } = await aFreeRecording(site);
  await page.goto(`/birth-recordings/${id}`);
  const saved = savedPosition(page);
  await page.locator("video").evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    element.currentTime = element.duration - 0.3;
    return element.play();
  });
  await saved;
  await page.goto("/birth-recordings");
  await expect(page.getByText("Finished")).toBeVisible();
  await expect(page.getByText("Continue where you left off")).toHaveCount(0);
});

test("without JavaScript the recording plays from the saved position @plain", async ({ page, site }) => {
  await signIn(page, { email: "member@example.com" }, "breathe-demo");
  await page.goto("/birth-recordings");
  await page.getByRole("link", { name: /^Continue/ }).click();
  const { at, duration } = playerOf(page);
  await expect.poll(duration).toBeGreaterThan(20);
  await expect.poll(at).toBeGreaterThan(5);
  const isOfDemo = inArray(recordings.productId, Object.values(productIds));
  expect(await site.db.$count(recordings, isOfDemo)).toBe(16);
});
