import { playbackProgress } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import { actingAs, aRecording } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

async function aListener(app: TestApp, durationSeconds: number | null = 60) {
  const account = await anAccount(app.db);
  const recording = await aRecording(app.db, { isFree: true, durationSeconds });
  const { recordings } = app.as(actingAs(account));
  const at = (positionSeconds: number, { ageMs = 0, isFinished = false } = {}) =>
    recordings.savePosition({ recordingId: recording.id, positionSeconds, ageMs, isFinished });
  const page = () => recordings.get({ collection: "birth", id: recording.id });
  const start = async () => (await page()).player!.startSeconds;
  const place = () => recordings.getPosition({ recordingId: recording.id });
  return { at, page, start, place };
}

test("starts the player at the last position", async ({ app }) => {
  const { at, start } = await aListener(app);
  expect(await start()).toBe(0);
  await at(17.9);
  expect(await start()).toBe(17);
});

test("never overwrites a real position with 0", async ({ app }) => {
  const { at, start } = await aListener(app);
  await at(0);
  expect(await app.db.$count(playbackProgress)).toBe(0);
  await at(17);
  app.clock.moveBy(1);
  await at(0);
  await at(0.4);
  expect(await start()).toBe(17);
});

test("keeps the newest position of two devices, in any order of arrival", async ({ app }) => {
  const { at, start } = await aListener(app);
  await at(40);
  app.clock.moveBy(1);
  await at(10, { ageMs: 61_000 }); // was true before the other one, and was held up on its way
  expect(await start()).toBe(40);
  await at(12); // rewound on the other device
  expect(await start()).toBe(12);
});

test("keeps the newest of fifty simultaneous positions", async ({ app }) => {
  const { at, start } = await aListener(app);
  const ages = Array.from({ length: 50 }, (_, index) => (index * 37) % 50);
  await Promise.all(ages.map((age) => at(50 - age, { ageMs: age * 1000 })));
  expect(await start()).toBe(50);
});

test("finishes at 95 % and then starts from the beginning; resumes a second viewing where it stopped", async ({
  app,
}) => {
  const { at, page } = await aListener(app);
  await at(56);
  expect(await page()).toMatchObject({ progress: { isFinished: false, percent: 93 }, player: { startSeconds: 56 } });
  app.clock.moveBy(1);
  await at(57);
  expect(await page()).toMatchObject({ progress: { isFinished: true }, player: { startSeconds: 0 } });
  app.clock.moveBy(1);
  await at(30);
  expect(await page()).toMatchObject({ progress: { isFinished: true }, player: { startSeconds: 30 } });
});

test("finishes a recording of unknown length when the player says so", async ({ app }) => {
  const { at, page } = await aListener(app, null);
  await at(57);
  expect(await page()).toMatchObject({ progress: { isFinished: false, percent: null }, player: { startSeconds: 57 } });
  app.clock.moveBy(1);
  await at(600, { isFinished: true });
  expect(await page()).toMatchObject({ progress: { isFinished: true }, player: { startSeconds: 0 } });
});

test("returns the current position and its age to another device", async ({ app }) => {
  const { at, place } = await aListener(app);
  expect(await place()).toBeNull();
  await at(25);
  app.clock.moveBy(2);
  expect(await place()).toEqual({ positionSeconds: 25, startSeconds: 25, ageMs: 120_000 });
});

test("neither shows nor changes another account's position", async ({ app }) => {
  const { at, place } = await aListener(app);
  await at(25);
  const other = app.as(actingAs(await anAccount(app.db)));
  const [row] = await app.db.select().from(playbackProgress);
  expect(await other.recordings.getPosition({ recordingId: row!.recordingId })).toBeNull();
  await other.recordings.savePosition({ recordingId: row!.recordingId, positionSeconds: 50, ageMs: 0 });
  expect((await place())!.startSeconds).toBe(25);
});
