import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { eq } from "drizzle-orm";
import { liveSessions, oneToOneOffers, recordings } from "@db/schema";
import { imagePath } from "@server/platform/media/media-kinds";
import { aFile } from "../../support/media";
import { anOffer } from "../../support/one-to-one";
import { setCollection } from "../../support/products";
import { aRecording } from "../../support/recordings";
import { aSession } from "../../support/sessions";
import { serve } from "../../support/http-app";
import { expect, test as appTest } from "../../support/test-app";

const test = appTest.extend<{ get: (path: string, headers?: Record<string, string>) => Promise<Response> }>({
  get: async ({ app }, use) => {
    const { url, stop } = await serve(app.services);
    await use((path, headers = {}) => fetch(url + path, { headers, redirect: "manual" }));
    await stop();
  },
});

test("serves a session's picture as a PNG of 1200 × 630 that may be cached forever", async ({ app, get }) => {
  const { id } = await aSession(app.db);
  const { shareImage } = await app.as().schedule.get({ id });
  const answer = await get(shareImage);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("image/png");
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  const image = sharp(Buffer.from(await answer.arrayBuffer()));
  expect(await image.metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  const etag = answer.headers.get("ETag")!;
  const again = await get(shareImage, { "If-None-Match": etag, "Cache-Control": "max-age=0" });
  expect(again.status).toBe(304);
});

test("changes the address with the picture's content, and redirects the old one", async ({ app, get }) => {
  const { id } = await aSession(app.db);
  const addressNow = async () => (await app.as().schedule.get({ id })).shareImage;
  const before = await addressNow();
  await app.db.update(liveSessions).set({ maxAttendees: 5, priceMinor: 900, enteredPriceMinor: 900 });
  expect(await addressNow()).toBe(before);
  await app.db.update(liveSessions).set({ title: "Morning Ground" }).where(eq(liveSessions.id, id));
  const after = await addressNow();
  expect(after).not.toBe(before);
  const moved = await get(before);
  expect([moved.status, moved.headers.get("Location")]).toEqual([302, after]);
  expect(moved.headers.get("Cache-Control")).toBe("no-cache");
});

test("draws the same picture for simultaneous requests, and titles of all kinds", async ({ app, get }) => {
  const titles = ["Łagodny oddech 小明", "a".repeat(300), `<svg onload="alert(1)"> & more`, "One"];
  for (const title of titles) {
    const { id } = await aSession(app.db, { title });
    const { shareImage } = await app.as().schedule.get({ id });
    const answers = await Promise.all([get(shareImage), get(shareImage)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    expect(Buffer.from(first!).equals(Buffer.from(second!))).toBe(true);
  }
});

test("draws the picture of a one-to-one offer into its card, and serves none of one that is not on sale", async ({
  app,
  get,
}) => {
  const red = await sharp({ create: { width: 600, height: 600, channels: 3, background: "#ff0000" } })
    .png()
    .toBuffer();
  const offer = await anOffer(app.db, { thumbnailUrl: imagePath(await aFile(app.services, "image", red)) });
  const { shareImage } = await app.as().oneToOne.get({ offer: offer.id });
  const answer = await get(shareImage);
  const drawn = await sharp(Buffer.from(await answer.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (315 * drawn.info.width + 1000) * drawn.info.channels;
  expect([...drawn.data.subarray(at, at + 3)]).toEqual([255, 0, 0]);
  await app.db.update(oneToOneOffers).set({ thumbnailUrl: null });
  expect((await get(shareImage)).status).toBe(302);
  await app.db.update(oneToOneOffers).set({ isOn: false });
  expect((await get(shareImage)).status).toBe(404);
});

test("serves no picture of an unpublished session", async ({ app, get }) => {
  const draft = await aSession(app.db, { isPublished: false });
  for (const id of [draft.id, randomUUID(), "none", "1%27%20or%201=1"]) {
    expect((await get(`/share/sessions/${id}/000000000000.png`)).status).toBe(404);
  }
});

test("shows a collection's own picture on its card, else its drawing", async ({ app, get }) => {
  const cardNow = async () => {
    const answer = await get("/share/collections/birth.png");
    const image = sharp(Buffer.from(await answer.arrayBuffer()));
    expect(await image.metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    const besideText = await image.extract({ left: 760, top: 0, width: 440, height: 630 }).toBuffer();
    const { dominant } = await sharp(besideText).stats();
    return { isRed: dominant.r > 200 && dominant.g < 60, etag: answer.headers.get("ETag") };
  };
  const usePicture = async (content: Buffer | string) => {
    const { id: pictureId } = await aFile(app.services, "image", content);
    await setCollection(app.db, "birth", { pictureId });
  };
  const drawn = await cardNow();
  expect(drawn.isRed).toBe(false);
  await usePicture(
    await sharp({ create: { width: 160, height: 90, channels: 3, background: "#e01010" } })
      .webp()
      .toBuffer(),
  );
  const shown = await cardNow();
  expect([shown.isRed, shown.etag === drawn.etag]).toEqual([true, false]);
  await usePicture("what a browser shows and the decoder does not know");
  expect((await cardNow()).isRed).toBe(false);
  await setCollection(app.db, "birth", { isOn: false });
  expect((await get("/share/collections/birth.png")).status).toBe(404);
});

test("draws a recording as a square for lock screens: its own picture, else the drawing of its series", async ({
  app,
  get,
}) => {
  const { id } = await aRecording(app.db);
  const squareOf = async (size: number | string) => {
    const answer = await get(`/share/recordings/${id}/${size}.png`);
    return { answer, image: sharp(Buffer.from(await answer.arrayBuffer())) };
  };
  for (const size of [96, 256, 512]) {
    const { answer, image } = await squareOf(size);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(await image.metadata()).toMatchObject({ format: "png", width: size, height: size });
  }
  const isRed = async () => {
    const { dominant } = await (await squareOf(96)).image.stats();
    return dominant.r > 200 && dominant.g < 60;
  };
  expect(await isRed()).toBe(false);
  const shelf = { db: app.db, storage: app.services.storage };
  const usePoster = async (content: Buffer | string) => {
    const { id: posterId } = await aFile(shelf, "image", content);
    await app.db.update(recordings).set({ posterId }).where(eq(recordings.id, id));
  };
  await usePoster(
    await sharp({ create: { width: 160, height: 90, channels: 3, background: "#e01010" } })
      .webp()
      .toBuffer(),
  );
  expect(await isRed()).toBe(true);
  await usePoster("what a browser shows and the decoder does not know");
  expect(await isRed()).toBe(false);
  for (const path of [`${id}/97.png`, `${id}/512.jpg`, `${randomUUID()}/512.png`, "none/512.png"]) {
    expect([path, (await get(`/share/recordings/${path}`)).status]).toEqual([path, 404]);
  }
});
