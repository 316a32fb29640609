import { eq } from "drizzle-orm";
import { purchases, mediaFiles, recordingCaptions, recordings, userSessions } from "@db/schema";
import { anAccount, signedInBrowser } from "../../../support/accounts";
import { oneOfEachKind } from "../../../support/foreign-addresses";
import { serve } from "../../../support/http-app";
import { aFile, aPurchaseOf, aRecordingWithFiles, aVersionOf, cookieHeader } from "../../../support/media";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

const test = appTest.extend<{ site: string }>({
  site: async ({ app }, use) => {
    const { url, stop } = await serve(app.services);
    await use(url);
    await stop();
  },
});

const shelf = ({ db, services: { storage } }: TestApp) => ({ db, storage });

/** The kinds of callers, each in their own browser. */
async function people(app: TestApp) {
  const browserOf = async (values: Parameters<typeof anAccount>[1] = {}) => {
    const account = await anAccount(app.db, values);
    return { account, headers: cookieHeader(await signedInBrowser(app, account)) };
  };
  const everybody = {
    visitor: { account: null, headers: {} },
    member: await browserOf(),
    "buyer of the other collection": await browserOf(),
    buyer: await browserOf(),
    "given for free": await browserOf(),
    "waiting for the payment": await browserOf(),
    "refunded buyer": await browserOf(),
    "archived purchase": await browserOf(),
    admin: await browserOf({ role: "admin" }),
  };
  const buy = (who: keyof typeof everybody, values: Parameters<typeof aPurchaseOf>[2]) =>
    aPurchaseOf(app.db, everybody[who].account!.id, values);
  await buy("buyer of the other collection", { collection: "stress" });
  await buy("buyer", {});
  await buy("given for free", { status: "free" });
  await buy("waiting for the payment", { status: "pending" });
  await buy("refunded buyer", { status: "refunded" });
  await buy("archived purchase", { archivedAt: app.clock.now() });
  return everybody;
}
type Actor = keyof Awaited<ReturnType<typeof people>>;

const mayWatchPremium: Actor[] = ["buyer", "given for free", "admin"];
/** Every address of a recording, with what it sends. */
const parts = {
  video: "the large version",
  "video-small": "the small version",
  sound: "the sound version",
  "sound?download": "the sound version",
  "captions/en": "the captions",
  "captions/it": "the captions",
  poster: "the image",
} as const;
/** The kinds of requests, with the status each has when it is allowed. */
const ways: [string, RequestInit, number][] = [
  ["GET", {}, 200],
  ["HEAD", { method: "HEAD" }, 200],
  ["Range", { headers: { Range: "bytes=1-3" } }, 206],
];

test("sends each byte of a recording only to those the table allows, for any kind of request", async ({
  app,
  site,
}) => {
  const premium = await aPreparedRecording(app);
  const free = await aPreparedRecording(app, { isFree: true });
  const seen: string[] = [];
  const wanted: string[] = [];
  for (const [actor, { headers }] of Object.entries(await people(app)) as [Actor, { headers: object }][]) {
    for (const recording of [premium, free]) {
      for (const [part, sent] of Object.entries(parts)) {
        for (const [way, init, fine] of ways) {
          const answer = await fetch(`${site}/media/recordings/${recording.id}/${part}`, {
            ...init,
            headers: { ...init.headers, ...headers },
          });
          const content = await answer.text();
          const name = `${recording.isFree ? "free" : "premium"} ${part}, ${actor}, ${way}`;
          const isOpen =
            part === "poster" || (recording.isFree ? actor !== "visitor" : mayWatchPremium.includes(actor));
          seen.push(`${name}: ${answer.status}`);
          wanted.push(`${name}: ${isOpen ? fine : actor === "visitor" ? 401 : 403}`);
          // Refusals reveal nothing of the file, not even its size.
          expect([name, !isOpen && content.includes("the ")]).toEqual([name, false]);
          if (isOpen && way === "GET") expect([name, content]).toEqual([name, sent]);
          if (!isOpen)
            expect([name, answer.headers.get("ETag"), answer.headers.get("Accept-Ranges")]).toEqual([name, null, null]);
        }
      }
    }
  }
  expect(seen).toEqual(wanted);
});

async function aPreparedRecording(app: TestApp, values: Parameters<typeof aRecordingWithFiles>[1] = {}) {
  const recording = await aRecordingWithFiles(shelf(app), { isDownloadable: true, ...values });
  for (const name of ["large", "small", "sound", "poster"] as const) await aVersionOf(shelf(app), recording.id, name);
  const { id: fileId } = await aFile(shelf(app), "captions");
  await app.db.insert(recordingCaptions).values({ recordingId: recording.id, language: "it", fileId });
  return recording;
}

test("ends access to every version with the refund, in the middle of a file", async ({ app, site }) => {
  const recording = await aPreparedRecording(app);
  const { buyer } = await people(app);
  const ask = async (part: string) => {
    const headers = { ...buyer.headers, Range: "bytes=2-4" };
    return (await fetch(`${site}/media/recordings/${recording.id}/${part}`, { headers })).status;
  };
  const premium = Object.keys(parts).filter((part) => part !== "poster");
  expect(await Promise.all(premium.map(ask))).toEqual(premium.map(() => 206));
  await app.db.update(purchases).set({ status: "refunded" }).where(eq(purchases.userId, buyer.account.id));
  expect(await Promise.all(premium.map(ask))).toEqual(premium.map(() => 403));
});

test("sends what was uploaded while there is no version, and the thumbnail before the video's own picture", async ({
  app,
  site,
}) => {
  const soundId = (await aFile(shelf(app), "sound")).id;
  const recording = await aRecordingWithFiles(shelf(app), { soundId, isFree: true });
  const { member } = await people(app);
  const ask = async (part: string) => {
    const answer = await fetch(`${site}/media/recordings/${recording.id}/${part}`, { headers: member.headers });
    return answer.ok ? answer.text() : answer.status;
  };
  expect(await Promise.all(["video", "sound", "poster", "video-small"].map(ask))).toEqual([
    ...["the video", "the sound", "the image", 404],
  ]);
  await aVersionOf(shelf(app), recording.id, "poster");
  expect(await ask("poster")).toBe("the image");
  await app.db.update(recordings).set({ posterId: null });
  expect(await ask("poster")).toBe(404);
  await app.db.update(recordings).set({ posterSecond: 1 });
  expect(await ask("poster")).toBe("the poster version");
});

test("sends the sound as a file only where the instructor allows it", async ({ app, site }) => {
  const recording = await aPreparedRecording(app, { isFree: true, title: "In / Out – “slowly”" });
  const { member } = await people(app);
  const ask = (part: string) => fetch(`${site}/media/recordings/${recording.id}/${part}`, { headers: member.headers });
  const file = await ask("sound?download");
  expect(file.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="In - Out .*\.mp4"; filename\*=UTF-8''In%20-%20Out/,
  );
  expect(file.headers.get("Content-Type")).toBe("audio/mp4");
  expect((await ask("sound")).headers.get("Content-Disposition")).toBeNull();
  await app.db.update(recordings).set({ isDownloadable: false });
  const refused = await ask("sound?download");
  expect([refused.status, refused.headers.get("Content-Disposition")]).toEqual([403, null]);
  expect((await ask("sound")).status).toBe(200);
});

test("ends access with the refund, also for a browser that watched before", async ({ app, site }) => {
  const recording = await aRecordingWithFiles(shelf(app));
  const { buyer } = await people(app);
  const ask = (headers = {}) =>
    fetch(`${site}/media/recordings/${recording.id}/video`, { headers: { ...buyer.headers, ...headers } });
  const watched = await ask();
  expect([watched.status, watched.headers.get("Cache-Control")]).toEqual([200, "private, no-cache"]);
  const etag = watched.headers.get("ETag")!;
  expect((await ask({ "If-None-Match": etag })).status).toBe(304);

  await app.db.update(purchases).set({ status: "refunded" }).where(eq(purchases.userId, buyer.account.id));
  const refused = await ask({ "If-None-Match": etag });
  expect([refused.status, refused.headers.get("Cache-Control")]).toEqual([403, "private, no-store"]);
  expect((await ask({ Range: "bytes=0-0" })).status).toBe(403);
});

test("refuses an ended session and one whose second factor is missing", async ({ app, site }) => {
  const recording = await aRecordingWithFiles(shelf(app), { isFree: true });
  const { member } = await people(app);
  const ask = () => fetch(`${site}/media/recordings/${recording.id}/video`, { headers: member.headers });
  expect((await ask()).status).toBe(200);
  await app.db.update(userSessions).set({ isComplete: false }).where(eq(userSessions.userId, member.account.id));
  expect((await ask()).status).toBe(401);
  await app.db.delete(userSessions).where(eq(userSessions.userId, member.account.id));
  expect((await ask()).status).toBe(401);
});

test("reveals an outside address only to those allowed to watch, uncached", async ({ app, site }) => {
  const videoUrl = "https://videos.example/arriving.mp4";
  const recording = await aRecordingWithFiles(shelf(app), { videoUrl });
  const { member, buyer } = await people(app);
  const ask = (headers: object) =>
    fetch(`${site}/media/recordings/${recording.id}/video`, { headers: { ...headers }, redirect: "manual" });
  const redirect = await ask(buyer.headers);
  expect([redirect.status, redirect.headers.get("Location")]).toEqual([302, videoUrl]);
  expect([redirect.headers.get("Cache-Control"), redirect.headers.get("Referrer-Policy")]).toEqual([
    "private, no-store",
    "no-referrer",
  ]);
  const refused = await ask(member.headers);
  expect([refused.status, refused.headers.get("Location")]).toEqual([403, null]);
  for (const stored of oneOfEachKind) {
    await app.db.update(recordings).set({ videoUrl: stored }).where(eq(recordings.id, recording.id));
    const { status, headers } = await ask(buyer.headers);
    expect([status, headers.get("Location")], stored).toEqual([404, null]);
  }
});

test("answers 404 for missing files", async ({ app, site }) => {
  const recording = await aRecordingWithFiles(shelf(app), { hasCaptions: false });
  const { admin } = await people(app);
  const statusOf = async (address: string) =>
    (await fetch(`${site}/media/${address}`, { headers: admin.headers })).status;
  expect(await statusOf(`recordings/${recording.id}/captions`)).toBe(404);
  expect(await statusOf(`recordings/${recording.id}/captions/en`)).toBe(404);
  expect(await statusOf(`recordings/${recording.id}/captions/..%2fx`)).toBe(404);
  expect(await statusOf(`recordings/${recording.id}/large`)).toBe(404);
  expect(await statusOf(`recordings/${recording.id}/source`)).toBe(404);
  expect(await statusOf(`recordings/${recording.videoId}/video`)).toBe(404);
  expect(await statusOf(`recordings/1%20or%201=1/video`)).toBe(404);
  expect(await statusOf(`recordings/..%2f..%2fvideo/video`)).toBe(404);
  const [file] = await app.db.select().from(mediaFiles).where(eq(mediaFiles.id, recording.videoId!));
  await app.services.storage.remove(file!.storageKey);
  expect(await statusOf(`recordings/${recording.id}/video`)).toBe(404);
});

test("serves pictures to all visitors for an hour, and no videos at their address", async ({ app, site }) => {
  const picture = await aFile(shelf(app), "image", "a picture");
  const gone = await aFile(shelf(app), "image", "gone", { deletedAt: app.clock.now() });
  const video = await aFile(shelf(app), "video");
  const ask = (storageKey: string) => fetch(`${site}/media/images/${storageKey.split("/")[1]}`);
  const shown = await ask(picture.storageKey);
  expect([shown.status, await shown.text()]).toEqual([200, "a picture"]);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    "cache-control": "public, max-age=3600",
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
  });
  expect(shown.headers.has("Set-Cookie")).toBe(false);
  expect((await ask(gone.storageKey)).status).toBe(404);
  expect((await ask(video.storageKey)).status).toBe(404);
  expect((await fetch(`${site}/media/images/..%2fvideo%2f${video.storageKey.split("/")[1]}`)).status).toBe(404);
});

test("answers 503, not a refusal, when the database can't be asked", async ({ app, site, outage }) => {
  const recording = await aRecordingWithFiles(shelf(app), { isFree: true });
  const { member } = await people(app);
  await outage.begin();
  const answer = await fetch(`${site}/media/recordings/${recording.id}/video`, { headers: member.headers });
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
});
