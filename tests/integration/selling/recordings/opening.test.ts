import { eq } from "drizzle-orm";
import { DateTime } from "luxon";
import { purchases, recordings as recordingRows } from "@db/schema";
import { getRecordingMedia } from "@server/selling/recordings/recording-media";
import { longDay } from "@server/core/dates";
import { openWaiting } from "@server/selling/purchases/open-waiting";
import { anAccount } from "../../../support/accounts";
import { captionsFor } from "../../../support/captions";
import { actingAs, aPurchase, aRecording } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

type Asking = ReturnType<typeof actingAs>;
type Recording = { id: string };

const hour = 60;
const day = 24 * hour;

/** Returns what a caller gets of a recording by each way to it. */
async function waysTo(app: TestApp, asking: Asking, { id }: Recording) {
  const { recordings } = app.as(asking);
  const page = await recordings.get({ collection: "birth", id });
  const { recordings: listed } = await recordings.getCollection({ collection: "birth" });
  const outcome = (call: Promise<unknown>) => call.then(Boolean, () => false);
  return {
    page: page.player !== null,
    media: await outcome(getRecordingMedia(app.services, asking.user, { id, part: "video" })),
    position: await outcome(recordings.savePosition({ recordingId: id, positionSeconds: 5, ageMs: 0 }).then(() => 1)),
    series: listed.find((recording) => recording.id === id)!.isWatchable,
    mine: (await recordings.listMine()).recordings.some((recording) => recording.id === id),
    found: (await recordings.search({ search: "surges of the sea", collection: "birth" })).length === 1,
  };
}

const waysOf = (isOpen: boolean) => ({
  page: isOpen,
  media: isOpen,
  position: isOpen,
  series: isOpen,
  mine: isOpen,
  found: isOpen,
});

async function aPart(app: TestApp, values: Parameters<typeof aRecording>[1]) {
  const part = await aRecording(app.db, values);
  await captionsFor(app.services, part.id, [[2, "Listen to the surges of the sea."]]);
  return part;
}

async function aBuyer({ db, clock }: TestApp, values: Parameters<typeof aPurchase>[2] = {}) {
  const account = await anAccount(db);
  const purchase = await aPurchase(db, account, { completedAt: clock.now(), ...values });
  return { ...actingAs(account), purchase };
}

const saysOf = async (app: TestApp, asking: Asking | undefined, { id }: Recording) => {
  const { opens, access, offer } = await app.as(asking).recordings.get({ collection: "birth", id });
  const page = await app.as(asking).recordings.getCollection({ collection: "birth" });
  const card = page.recordings.find((recording) => recording.id === id)!;
  expect(card.opens).toBe(opens);
  return [access, card.badge, opens, offer !== null];
};

test("opens a part seven days after the purchase, and to no one an hour before, by every way to it", async ({
  app,
}) => {
  const part = await aPart(app, { opensAfterDays: 7 });
  const buyer = await aBuyer(app);
  const opensAt = new Date(app.clock.now().getTime() + 7 * 24 * 3_600_000);
  app.clock.moveBy(6 * day + 23 * hour);
  expect(await waysTo(app, buyer, part)).toEqual(waysOf(false));
  const opens = `Opens on ${longDay(opensAt, app.services.settings.siteTimeZone)}`;
  expect(await saysOf(app, buyer, part)).toEqual(["later", "Opens later", opens, false]);
  await expect(getRecordingMedia(app.services, buyer.user, { id: part.id, part: "video" })).rejects.toThrow(
    `This recording is not open yet. ${opens}`,
  );
  expect(await saysOf(app, undefined, part)).toEqual([
    ...["members", "Premium", "Opens 7 days after you buy the collection", true],
  ]);
  const later = await aBuyer(app);
  app.clock.moveBy(hour);
  expect(await waysTo(app, buyer, part)).toEqual(waysOf(true));
  expect(await saysOf(app, buyer, part)).toEqual(["open", "Unlocked", null, false]);
  expect(await waysTo(app, later, part)).toEqual(waysOf(false));
});

test("opens a part on its day by the site's clocks", async ({ app }) => {
  const zone = app.services.settings.siteTimeZone;
  const midnight = DateTime.fromJSDate(app.clock.now(), { zone }).plus({ days: 3 }).startOf("day");
  const part = await aPart(app, { opensOn: midnight.toISODate()! });
  const buyer = await aBuyer(app);
  const untilMidnight = (midnight.toMillis() - app.clock.now().getTime()) / 60_000;
  app.clock.moveBy(untilMidnight - 1);
  expect(await waysTo(app, buyer, part)).toEqual(waysOf(false));
  const opens = `Opens on ${longDay(midnight.toJSDate(), zone)}`;
  expect(await saysOf(app, buyer, part)).toEqual(["later", "Opens later", opens, false]);
  expect(await saysOf(app, undefined, part)).toEqual(["members", "Premium", opens, true]);
  app.clock.moveBy(1);
  expect(await waysTo(app, buyer, part)).toEqual(waysOf(true));
  expect(await saysOf(app, undefined, part)).toEqual(["members", "Premium", null, true]);
});

test("counts the days from when access began, if the buyer waited for it, and from a gift", async ({ app }) => {
  const part = await aPart(app, { opensAfterDays: 2 });
  const opensAt = new Date(app.clock.now().getTime() + 10 * 24 * 3_600_000);
  const waiting = await aBuyer(app, { opensAt });
  app.clock.moveBy(9 * day);
  expect(await waysTo(app, waiting, part)).toEqual(waysOf(false));
  const given = await aBuyer(app, { status: "free", totalMinor: 0 });
  app.clock.moveBy(day + 5);
  await openWaiting(app.services);
  app.clock.moveBy(day);
  expect(await waysTo(app, given, part)).toEqual(waysOf(true));
  expect(await waysTo(app, waiting, part)).toEqual(waysOf(false));
  app.clock.moveBy(day - 5);
  expect(await waysTo(app, waiting, part)).toEqual(waysOf(true));
  await app.db.update(purchases).set({ status: "refunded" }).where(eq(purchases.id, waiting.purchase.id));
  expect(await waysTo(app, waiting, part)).toEqual(waysOf(false));
});

test("opens everything to admins, and what is free to every member", async ({ app }) => {
  const part = await aPart(app, { opensAfterDays: 30 });
  const admin = actingAs(await anAccount(app.db, { role: "admin" }));
  expect(await waysTo(app, admin, part)).toEqual(waysOf(true));
  await app.db.update(recordingRows).set({ isFree: true }).where(eq(recordingRows.id, part.id));
  const member = actingAs(await anAccount(app.db));
  expect(await waysTo(app, member, part)).toEqual(waysOf(true));
  expect(await saysOf(app, member, part)).toEqual(["open", "Free", null, false]);
});
