import { expectHeading } from "../support/e2e-booking";
import { loseResponses } from "../support/e2e-connection";
import { expect, test } from "../support/e2e-test";

test("shares a session by email @scripted", async ({ page, publishSession, site, guest, pageErrors }) => {
  const session = await publishSession({ title: "Worth Telling" });
  await page.goto(`/sessions/${session.id}`);
  await page.getByRole("link", { name: "Share by email" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this session" });
  await dialog.getByLabel("Email", { exact: true }).fill("friend@");
  pageErrors.expectStatuses(422);
  await dialog.locator("form").evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText("Please enter a valid email address.")).toBeVisible();
  await expect(dialog.getByLabel("Email", { exact: true })).toHaveValue("friend@");
  await dialog.getByLabel("Email", { exact: true }).fill(guest.email);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(`/sessions/${session.id}`);
  await expect(page.getByText("Session shared successfully!")).toBeVisible();
  await expectHeading(page, session.title);
  await expect
    .poll(async () => (await site.mailsTo(guest.email)).map(({ subject }) => subject))
    .toEqual(["A session for you at Breathroom: Worth Telling"]);
  await expect(page.getByRole("link", { name: "Share by email" })).toBeFocused();
});

test("copies a session's link, and shares it through the device @scripted", async ({
  page,
  publishSession,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const session = await publishSession();
  await page.addInitScript(() => {
    let failure = new DOMException("dismissed", "AbortError");
    const share = () => {
      const thrown = failure;
      failure = new DOMException("no", "NotAllowedError");
      return Promise.reject(thrown);
    };
    Object.defineProperty(navigator, "share", { value: share });
  });
  await page.goto(`/sessions/${session.id}`);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied!")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).pathname).toBe(`/sessions/${session.id}`);

  const share = page.getByRole("button", { name: "Share", exact: true });
  await share.click();
  await expect(page.getByText("Failed to share")).toHaveCount(0);
  await share.click();
  await expect(page.getByText("Failed to share")).toBeVisible();
});

test("hides the Copy link button without JavaScript @plain", async ({ page, publishSession }) => {
  const session = await publishSession();
  await page.goto(`/sessions/${session.id}`);
  await expect(page.getByRole("link", { name: "Share by email" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeHidden();
});

test("on mobile a long toast does not extend below a newer, shorter one @scripted", async ({
  page,
  publishSession,
  guest,
  pageErrors,
}) => {
  pageErrors.allowFailedRequests();
  await page.setViewportSize({ width: 390, height: 844 });
  const session = await publishSession();
  await page.goto(`/sessions/${session.id}/share`);
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(guest.email);
  const toast = (text: string) => page.getByRole("alert").filter({ hasText: text });
  const bottomOf = async (text: string) => {
    const { y, height } = (await toast(text).boundingBox())!;
    return Math.round(y + height);
  };
  await loseResponses(page, "cut connection", async () => {
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(toast("Failed to share session")).toBeVisible();
    await page.getByRole("link", { name: "Close" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(toast("The page could not be loaded.")).toBeVisible();
  });
  await expect(async () => {
    // At the top of a dialog the older one shows its lower edge.
    const edge = (await bottomOf("Failed to share session")) - (await bottomOf("The page could not be loaded."));
    expect(edge).toBeLessThan(20);
  }).toPass({ timeout: 3000 });
});
