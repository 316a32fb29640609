import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { liveSessions, mediaFiles, oneToOneOffers, products, recordings, resourceFiles } from "@db/schema";
import type { Services } from "@server/core/services";
import { incomingFile, incomingFolder } from "@server/platform/media/incoming";
import { keepUpload } from "@server/platform/media/keep-upload";
import { extensionsOf, imagePath, isUploadKind, type MediaKind } from "@server/platform/media/media-kinds";
import { keysOf } from "@server/platform/media/renditions";
import { rewritePictures } from "@server/platform/media/rewrite-pictures";
import { eq, isNull } from "drizzle-orm";
import sharp from "sharp";
import { serve } from "../../../support/http-app";
import { aFile, contentOf } from "../../../support/media";
import { anOffer } from "../../../support/one-to-one";
import { productIds } from "../../../support/products";
import { aRecording } from "../../../support/recordings";
import { aResource } from "../../../support/resources";
import { aSession } from "../../../support/sessions";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

const test = appTest.extend<{ site: string }>({
  site: async ({ app }, use) => {
    const { url, stop } = await serve(app.services);
    await use(url);
    await stop();
  },
});

const photo = await readFile("tests/fixtures/pictures/photo-with-position.jpg");
const bomb = await readFile("tests/fixtures/pictures/300-megapixels.png");
const truncated = await readFile("tests/fixtures/pictures/truncated.jpg");

const traces = ["Exif", "GPS", "Apple", "http://ns.adobe.com"];
/** What cameras and programs write beside a picture. */
const tracesIn = (content: Buffer) => traces.filter((trace) => content.includes(trace));

/** Every kind of file that a form may take a photo for. */
const kinds = Object.keys(extensionsOf).filter(
  (kind): kind is MediaKind => isUploadKind(kind) && "image/jpeg" in extensionsOf[kind],
);

async function upload({ services }: TestApp, kind: MediaKind, content: Buffer) {
  const id = randomUUID();
  await mkdir(incomingFolder(services.settings), { recursive: true });
  await writeFile(incomingFile(services.settings, id), content);
  return keepUpload(services, { id, kind, originalName: "IMG_0001.jpg" });
}

test("the photo of these tests says where it was taken, and that it lies on its side", async () => {
  expect(tracesIn(photo)).toEqual(["Exif", "Apple"]);
  const { orientation, exif } = await sharp(photo).metadata();
  expect([orientation, Buffer.isBuffer(exif)]).toEqual([6, true]);
});

test("keeps only the turned picture of a photo, for each kind of file", async ({ app }) => {
  expect(kinds.sort()).toEqual(["download", "image", "logo", "portrait", "share"]);
  for (const kind of kinds) {
    // A sharing picture has a least size.
    const content = kind === "share" ? await largePhoto() : photo;
    const file = await upload(app, kind, content);
    expect([kind, file.renditions!.length]).toEqual([kind, kind === "image" ? 6 : 1]);
    for (const { key, bytes, width, height } of file.renditions!) {
      const stored = await contentOf(await app.services.storage.read(key));
      expect([key, stored.length, tracesIn(stored)]).toEqual([key, bytes, []]);
      expect(await sharp(stored).metadata()).toMatchObject({ width, height });
    }
  }
});

const largePhoto = () => sharp(photo).resize(1600).keepMetadata().jpeg().toBuffer();

test("refuses a bomb and half a photo in the same words for each kind of file, and keeps nothing", async ({ app }) => {
  for (const kind of kinds.filter((name) => name !== "share")) {
    for (const content of [bomb, truncated]) {
      await expect(upload(app, kind, content), kind).rejects.toMatchObject({
        code: "invalid",
        message: "This picture can’t be read, or has more than 50 million pixels. Please choose another file.",
      });
    }
  }
  expect(await app.db.$count(mediaFiles)).toBe(0);
});

test("sends a picture in each width and type at addresses of its own, for an hour", async ({ app, site }) => {
  const file = await upload(app, "image", await largePhoto());
  const base = `${site}/media/images/${file.id}`;
  for (const [ending, type, width] of [
    [".jpg", "image/jpeg", 1600],
    [".png", "image/jpeg", 1600],
    ["-480.webp", "image/webp", 480],
    ["-480.jpg", "image/jpeg", 480],
    ["-960.webp", "image/webp", 960],
    ["-1600.webp", "image/webp", 1600],
    ["-77.webp", "image/jpeg", 1600],
  ] as const) {
    const answer = await fetch(base + ending);
    const content = Buffer.from(await answer.arrayBuffer());
    const { headers } = answer;
    expect([ending, headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
      ...[ending, type, "public, max-age=3600"],
    ]);
    const { width: w, height: h } = await sharp(content).metadata();
    expect([ending, Math.max(w, h) <= 1600, Math.min(w, width)]).toEqual([ending, true, w]);
  }
  const tags = await Promise.all(["-480.webp", "-960.webp", ".jpg"].map((ending) => fetch(base + ending)));
  expect(new Set(tags.map(({ headers }) => headers.get("ETag"))).size).toBe(3);
});

/** Photos as earlier versions kept them, in each use, with the addresses at which visitors see them. */
async function oldPictures(app: TestApp) {
  const { db, services } = app;
  const old = (kind: MediaKind = "image", values = {}) =>
    aFile(services, kind, photo, { contentType: "image/jpeg", ...values });
  const [ofSession, ofOffer, ofRecording, ofCollection] = [await old(), await old(), await old(), await old()];
  const session = await aSession(db, { thumbnailUrl: imagePath(ofSession) });
  const offer = await anOffer(db, {});
  await db.update(oneToOneOffers).set({ thumbnailUrl: imagePath(ofOffer) });
  const recording = await aRecording(db, { posterId: ofRecording.id });
  await db.update(products).set({ pictureId: ofCollection.id }).where(eq(products.id, productIds.birth));
  const resource = await aResource(services);
  const offered = await old("download");
  await db.insert(resourceFiles).values({ productId: resource.id, fileId: offered.id });
  const addresses = [imagePath(ofSession), imagePath(ofOffer), `/media/recordings/${recording.id}/poster`];
  return {
    session,
    offer,
    recording,
    addresses: [...addresses, "/media/collections/birth/picture"],
    files: [ofSession, ofOffer, ofRecording, ofCollection, offered],
  };
}

const running = new AbortController().signal;
const waiting = ({ db }: TestApp) => db.$count(mediaFiles, isNull(mediaFiles.renditions));

async function expectClean(app: TestApp, site: string, { addresses, files }: Awaited<ReturnType<typeof oldPictures>>) {
  for (const address of addresses) {
    const answer = await fetch(site + address);
    const content = Buffer.from(await answer.arrayBuffer());
    expect([address, answer.status, tracesIn(content)]).toEqual([address, 200, []]);
    const { format, orientation, width, height } = await sharp(content).metadata();
    expect([format, orientation, width, height]).toEqual(["jpeg", undefined, 300, 400]);
  }
  const rows = await app.db.select().from(mediaFiles);
  for (const { id, storageKey: original } of files) {
    expect([original, await app.services.storage.stat(original)]).toEqual([original, null]);
    const row = rows.find((candidate) => candidate.id === id)!;
    for (const key of keysOf(row)) {
      expect([key, tracesIn(await contentOf(await app.services.storage.read(key)))]).toEqual([key, []]);
    }
  }
}

test("writes pictures of earlier versions anew at their old addresses, removes what was uploaded, and does so once", async ({
  app,
  site,
}) => {
  const old = await oldPictures(app);
  await rewritePictures(app.services, running);
  await app.runJobs();
  await expectClean(app, site, old);
  const before = await app.db.select().from(mediaFiles).orderBy(mediaFiles.id);
  await rewritePictures(app.services, running);
  expect(await app.db.select().from(mediaFiles).orderBy(mediaFiles.id)).toEqual(before);
});

test("goes on where it was killed, at any step, and beside another process", async ({ app, site }) => {
  const old = await oldPictures(app);
  for (const kills of [0, 1, 2]) {
    let steps = 0;
    const save: Services["storage"]["save"] = async (...file) => {
      await app.services.storage.save(...file);
      steps += 1;
      if (steps > 3 + 4 * kills) throw new Error("killed");
    };
    const services = { ...app.services, storage: { ...app.services.storage, save } };
    await expect(rewritePictures(services, running)).rejects.toThrow("killed");
  }
  await Promise.all([rewritePictures(app.services, running), rewritePictures(app.services, running)]);
  await app.runJobs();
  await expectClean(app, site, old);
});

test("ends early when the server stops", async ({ app }) => {
  await oldPictures(app);
  const before = await waiting(app);
  await rewritePictures(app.services, AbortSignal.abort());
  expect(await waiting(app)).toBe(before);
});

test("takes a picture out of use that can't be read, and shows the drawing in its place", async ({ app, site }) => {
  const file = await aFile(app.services, "image", bomb, { contentType: "image/png" });
  const session = await aSession(app.db, { thumbnailUrl: imagePath(file) });
  const recording = await aRecording(app.db, { posterId: file.id });
  await rewritePictures(app.services, running);
  await app.runJobs();
  const [shown] = await app.db.select().from(liveSessions).where(eq(liveSessions.id, session.id));
  const [heard] = await app.db.select().from(recordings).where(eq(recordings.id, recording.id));
  expect([shown!.thumbnailUrl, heard!.posterId]).toEqual([null, null]);
  expect([(await fetch(site + imagePath(file))).status, await app.db.$count(mediaFiles)]).toEqual([404, 0]);
  expect(await app.services.storage.stat(file.storageKey)).toBeNull();
});
