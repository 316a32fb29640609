import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { eq } from "drizzle-orm";
import { liveSessions } from "@db/schema";
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

test("serves no picture of an unpublished session", async ({ app, get }) => {
  const draft = await aSession(app.db, { isPublished: false });
  for (const id of [draft.id, randomUUID(), "none", "1%27%20or%201=1"]) {
    expect((await get(`/share/sessions/${id}/000000000000.png`)).status).toBe(404);
  }
});
