import { eq } from "drizzle-orm";
import { playbackProgress, userSessions } from "@db/schema";
import { submitSignIn } from "../support/e2e-accounts";
import { playerOn, test } from "../support/e2e-series";
import { expect, waitForHydration } from "../support/e2e-test";

test("seeks by a chapter and a line of the transcript, and keeps the second between watching and listening @scripted", async ({
  page,
  series: { path },
}) => {
  await page.goto(path);
  const player = playerOn(page);
  await player.play();
  await page.getByRole("link", { name: "0:10 Out" }).click();
  await expect.poll(player.second).toBeGreaterThan(10);
  await expect(page.getByRole("link", { name: "0:10 Out" })).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("link", { name: "0:10 And out." })).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: "Listen" }).click();
  await expect(page.locator("audio")).toBeVisible();
  await expect.poll(player.second).toBeGreaterThan(10);
  expect(await player.isPlaying()).toBe(true);
  const remembered = async () => (await page.context().cookies()).find(({ name }) => name === "playing")?.value;
  await expect.poll(remembered).toBe("listen");
  await page.getByRole("button", { name: "Pause" }).click();
  const stopped = await player.second();
  await page.getByRole("link", { name: "Watch" }).click();
  await expect(page.locator("video")).toBeVisible();
  await expect.poll(player.second).toBeCloseTo(stopped, 0);
  expect(await player.isPlaying()).toBe(false);
  await page.getByRole("link", { name: "0:00 Breathe in." }).click();
  await expect.poll(player.isPlaying).toBe(true);
  expect(await player.second()).toBeLessThan(9);
});

test("fills in the media session, obeys its buttons, and plays on to the next recording @scripted", async ({
  page,
  site,
  series: { id, path, nextPath },
}) => {
  await page.addInitScript(() => {
    const handlers = new Map<string, MediaSessionActionHandler | null>();
    navigator.mediaSession.setActionHandler = (action, handler) => void handlers.set(action, handler);
    const states: unknown[] = [];
    navigator.mediaSession.setPositionState = (state) => void states.push(state);
    Object.assign(window, { session: { handlers, states } });
  });
  type Session = { session: { handlers: Map<string, () => void>; states: { duration: number }[] } };
  const press = (action: string) =>
    page.evaluate((name) => {
      const { handlers } = (window as unknown as Session).session;
      (handlers.get(name) as ((details: object) => void) | null)?.({ action: name });
    }, action);
  await page.goto(`${path}?listen`);
  const player = playerOn(page);
  await expect.poll(player.duration).toBe(24);
  const shown = await page.evaluate(() => {
    const { title, artwork } = navigator.mediaSession.metadata!;
    return { title, sizes: artwork.map(({ sizes }) => sizes), sources: artwork.map(({ src }) => src) };
  });
  expect(shown).toMatchObject({ title: "Both Ways", sizes: ["96x96", "256x256", "512x512"] });
  for (const source of shown.sources) expect((await page.request.get(source)).status()).toBe(200);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(player.isPlaying).toBe(true);
  await press("pause");
  await expect.poll(player.isPlaying).toBe(false);
  const before = await player.second();
  await press("seekforward");
  expect(await player.second()).toBeCloseTo(before + 15, 0);
  await press("seekbackward");
  expect(await player.second()).toBeCloseTo(before, 0);
  const states = await page.evaluate(() => (window as unknown as Session).session.states);
  expect(states.at(-1)).toMatchObject({ duration: 24 });
  await press("nexttrack");
  await expect(page).toHaveURL(nextPath);
  await expect(page.getByRole("heading", { level: 1, name: "Only Heard" })).toBeVisible();
  await expect.poll(player.isPlaying).toBe(true);
  expect(await player.duration()).toBe(30);
  await press("previoustrack");
  await expect(page.getByRole("heading", { level: 1, name: "Both Ways" })).toBeVisible();

  await page.getByRole("link", { name: "On", exact: true }).click();
  await expect(page.getByRole("link", { name: "On", exact: true })).toHaveAttribute("aria-current", "true");
  await player.element.evaluate((element: HTMLMediaElement) => {
    element.currentTime = element.duration - 0.5;
    return element.play();
  });
  await expect(page.getByRole("heading", { level: 1, name: "Only Heard" })).toBeVisible();
  await expect.poll(player.isPlaying).toBe(true);
  const finished = () => site.db.select().from(playbackProgress).where(eq(playbackProgress.recordingId, id));
  await expect.poll(async () => (await finished())[0]?.finishedAt ?? null).not.toBeNull();
});

test("fades out and pauses when the sleep timer ends, and keeps the speed for the next visit @scripted", async ({
  page,
  series: { path },
}) => {
  await page.clock.install();
  await page.goto(`${path}?listen`);
  const player = playerOn(page);
  const volume = () => player.element.evaluate((element: HTMLMediaElement) => element.volume);
  const speed = () => player.element.evaluate((element: HTMLMediaElement) => element.playbackRate);
  await page.getByLabel("Speed").selectOption("0.75×");
  await player.element.evaluate((element: HTMLMediaElement) => {
    element.loop = true;
    return element.play();
  });
  await page.getByLabel("Sleep timer").selectOption("In 5 minutes");
  await page.clock.fastForward("04:50");
  await expect.poll(volume).toBeLessThan(0.6);
  expect(await player.isPlaying()).toBe(true);
  await page.clock.fastForward("00:11");
  await expect.poll(player.isPlaying).toBe(false);
  await expect.poll(volume).toBe(1);
  await expect(page.getByLabel("Sleep timer")).toHaveValue("");
  await page.reload();
  await expect.poll(speed).toBe(0.75);
  await expect(page.getByLabel("Speed")).toHaveValue("0.75");
});

test("goes on with the small picture at the same second when the large one stalls, and says so @scripted", async ({
  page,
  series: { path },
}) => {
  // The large picture never arrives.
  await page.route(/\/video$/, () => undefined);
  await page.goto(`${path}?at=12`, { waitUntil: "commit" });
  await waitForHydration(page);
  const player = playerOn(page);
  await expect(page.getByRole("link", { name: "Large" })).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: "Continue at 0:12" }).click();
  await expect(page.getByText("The connection is slow, so it goes on with the small picture.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Small" })).toHaveAttribute("aria-current", "true");
  await expect.poll(player.address).toContain("/video-small");
  await expect.poll(player.second).toBeGreaterThan(12);
  expect(await player.second()).toBeLessThan(20);
  expect(await player.isPlaying()).toBe(true);
});

test("keeps the place of an ended session, says so, and goes on there after signing in again @scripted", async ({
  page,
  site,
  series: { member, path },
  pageErrors,
}) => {
  await page.goto(`${path}?at=11`);
  const player = playerOn(page);
  await expect.poll(player.second).toBeCloseTo(11, 0);
  await site.db.delete(userSessions).where(eq(userSessions.userId, member.id));
  pageErrors.expectStatuses(401, 404);
  // What has not been loaded yet is asked for without a session.
  await page.getByRole("link", { name: "Listen" }).click();
  await expect(page.getByText("You have been signed out.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in again" }).click();
  await submitSignIn(page, member.email);
  await expect(page).toHaveURL(`${path}?at=11`);
  await page.getByRole("link", { name: "Continue at 0:11" }).click();
  await expect.poll(player.isPlaying).toBe(true);
  await expect.poll(player.second).toBeGreaterThan(11);
});

test("without JavaScript plays by links in both ways from the chosen second @plain", async ({
  page,
  series: { path },
}) => {
  await page.goto(path);
  const player = playerOn(page);
  await page.getByRole("link", { name: "0:10 Out" }).click();
  await expect.poll(player.second).toBeGreaterThanOrEqual(10);
  await page.getByRole("link", { name: "Listen" }).click();
  await expect(page.locator("audio")).toBeVisible();
  await page.getByRole("link", { name: "0:10 And out." }).click();
  await expect.poll(player.second).toBeGreaterThanOrEqual(10);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeHidden();
});
