import type { Page } from "@playwright/test";
import { signInByCookie } from "../support/e2e-accounts";
import { dialogOf } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

const day = 86_400_000;
const cardOf = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });

test("a card shows every fact, shortens its text on mobile, and links to the booking @scripted", async ({
  page,
  publishSession,
}) => {
  const text = `${"Long exhales. ".repeat(9)}The end.`;
  const session = await publishSession({
    title: "Cut Short",
    description: text,
    startTime: new Date(Date.now() + day),
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/live-sessions");
  const card = cardOf(page, session.title);
  await expect(card).toContainText(/\w+day, [A-Z][a-z]+ \d{1,2}, \d{4}/);
  await expect(card).toContainText("Online Session");
  await expect(card).toContainText("£18");
  const readText = () => card.getByText(/^Long exhales/).innerText();
  expect(await readText()).toBe(`${text.slice(0, 100)}…`);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await readText()).toBe(text);
  await card.getByRole("link", { name: "Book Now" }).click();
  await expect(page).toHaveURL(`/sessions/${session.id}/book`);
  await expect(dialogOf(page)).toBeVisible();
});

test("lists past sessions in their own tab, and opens recordings in a new one @scripted", async ({
  page,
  publishSession,
}) => {
  const begun = { startTime: new Date(Date.now() - day), recordingUrl: "https://video.example/recordings/1" };
  const kept = await publishSession({ ...begun, title: "Kept to Ourselves" });
  const open = await publishSession({ ...begun, title: "Open to All", isRecordingPublic: true });
  await page.goto("/live-sessions");
  await expect(cardOf(page, open.title)).toHaveCount(0);
  const tabs = page.getByRole("navigation", { name: "Sessions" });
  await tabs.getByRole("link", { name: "Past Sessions" }).click();
  await expect(page).toHaveURL("/live-sessions?tab=past");
  await expect(tabs.getByRole("link", { name: "Past Sessions" })).toHaveAttribute("aria-current", "page");
  await expect(cardOf(page, kept.title).getByRole("button", { name: "Recording Not Available" })).toBeDisabled();
  const watch = cardOf(page, open.title).getByRole("link", { name: "Watch Recording" });
  await expect(watch).toHaveAttribute("href", begun.recordingUrl);
  await expect(watch).toHaveAttribute("target", "_blank");
  const chips = page.getByRole("navigation", { name: "Category" });
  await chips.getByRole("link", { name: "Meditation" }).click();
  await expect(page).toHaveURL("/live-sessions?tab=past&category=Meditation");
  await expect(cardOf(page, open.title)).toHaveCount(0);
  await tabs.getByRole("link", { name: "Upcoming Sessions" }).click();
  await expect(page).toHaveURL("/live-sessions");
});

test("shows featured sessions above the schedule unless it is filtered @scripted", async ({ page }) => {
  await page.goto("/");
  const strip = page.getByRole("region", { name: "Featured" });
  await expect(strip.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("navigation", { name: "Category" }).getByRole("link", { name: "Meditation" }).click();
  await expect(page).toHaveURL("/?category=Meditation");
  await expect(strip).toHaveCount(0);
  await page.goto("/");
  await strip.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/sessions\//);
});

test("shows Loading... while a session's page is slow @scripted", async ({ page, publishSession }) => {
  const session = await publishSession({ title: "Slow to Come" });
  await page.goto("/");
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/sessions\/[^/]+\.data/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.getByRole("link", { name: session.title }).first().click();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  arrive();
  await expect(page.getByRole("heading", { level: 1, name: session.title })).toBeVisible();
  await expect(page.getByText("Loading...")).toHaveCount(0);
});

test("shows placeholders while a list is slow to load from another page @scripted", async ({ page, site }) => {
  await signInByCookie({ page, site });
  let arrive = () => {};
  let arrived = Promise.resolve();
  await page.route(/\.data(\?|$)/, async (route) => {
    await arrived;
    await route.continue();
  });
  for (const { from, to, title, count } of [
    { from: "/resources", to: "/", title: "UPCOMING SESSIONS", count: 3 },
    { from: "/resources", to: "/live-sessions", title: "Live Sessions", count: 3 },
    { from: "/resources", to: "/birth-recordings", title: "Birth Recordings", count: 6 },
    { from: "/dashboard", to: "/", title: "UPCOMING SESSIONS", count: 3 },
    { from: "/dashboard", to: "/dashboard/resources", title: "My Breathwork Resources", count: 6 },
  ]) {
    await page.goto(from);
    arrived = new Promise((resolve) => (arrive = resolve));
    await page.evaluate((path) => void globalThis.__remixRouter.navigate(path), to);
    const placeholders = page.getByRole("list", { name: "Loading" });
    await expect(placeholders.getByRole("listitem"), `from ${from} to ${to}`).toHaveCount(count);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    arrive();
    await expect(placeholders).toHaveCount(0);
  }
});
