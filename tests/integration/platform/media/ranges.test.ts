import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { describe, expect } from "vitest";
import type { VersionName } from "@server/catalogue/preparing/versions";
import type { Storage } from "@server/core/services";
import { anAccount, signedInBrowser } from "../../../support/accounts";
import { test as databaseTest } from "../../../support/database";
import { serve } from "../../../support/http-app";
import { aFile, aRecordingWithFiles, aVersionOf, cookieHeader } from "../../../support/media";
import { startS3StandIn } from "../../../support/s3-stand-in";
import { startTestApp } from "../../../support/test-app";

const content = "In through the nose, out through the mouth, and rest.";
const size = content.length;

type Variant = { video?: string | Buffer; mediaRedirect?: boolean; mediaAccelLocation?: string };

const test = databaseTest
  .extend("s3", async ({ task: _task }, { onCleanup }) => {
    const s3 = await startS3StandIn();
    onCleanup(s3.stop);
    return s3;
  })
  .extend("watchOn", ({ db, s3 }, { onCleanup }) => {
    return async (
      kind: "disk" | "s3",
      { video = content, mediaRedirect = false, mediaAccelLocation }: Variant = {},
    ) => {
      const settings = { s3: kind === "s3" ? s3.settings : undefined, mediaRedirect, mediaAccelLocation };
      const { app, stop } = await startTestApp({ db, settings });
      const storage = watched(app.services.storage);
      const site = await serve({ ...app.services, storage });
      onCleanup(() => site.stop().then(stop));
      const file = await aFile({ db, storage }, "video", video);
      const values = { isFree: true, videoId: file.id, isDownloadable: true };
      const recording = await aRecordingWithFiles({ db, storage }, values);
      const addVersion = (name: VersionName) => aVersionOf({ db, storage }, recording.id, name);
      const cookie = cookieHeader(await signedInBrowser(app, await anAccount(db)));
      const addressOf = (part: string) => `${site.url}/media/recordings/${recording.id}/${part}`;
      const ask = (headers: Record<string, string> = {}, init: RequestInit = {}, part = "video") =>
        fetch(addressOf(part), { ...init, headers: { ...cookie, ...headers }, redirect: "manual" });
      return { ask, file, storage, cookie, address: addressOf("video"), s3, addVersion };
    };
  });

/** Notes how each reading ends; `fail()` makes those under way fail at their next chunk. */
function watched(storage: Storage) {
  const endings: string[] = [];
  let isBroken = false;
  const read: Storage["read"] = async (...asked) => {
    const content = await storage.read(...asked);
    return (async function* () {
      let ending = "interrupted";
      try {
        for await (const chunk of content) {
          if (isBroken) throw new Error("the disk is gone");
          yield chunk;
        }
        ending = "complete";
      } finally {
        endings.push(ending);
      }
    })();
  };
  return { ...storage, read, endings, fail: () => void (isBroken = true) };
}

const bytesOf = (start: number, end: number) => content.slice(start, end + 1);

describe.each(["disk", "s3"] as const)("from %s", (kind) => {
  test("sends the whole file with its type", async ({ watchOn }) => {
    const { ask, file } = await watchOn(kind);
    const whole = await ask();
    expect([whole.status, await whole.text()]).toEqual([200, content]);
    const headers = {
      "content-type": "video/webm",
      "content-length": String(size),
      "accept-ranges": "bytes",
      etag: file.etag,
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
    };
    expect(Object.fromEntries(whole.headers)).toMatchObject(headers);
    expect(file.etag).toMatch(/^"[^"]+"$/);
    const head = await ask({}, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(Object.fromEntries(head.headers)).toMatchObject(headers);
    const captions = await ask({}, {}, "captions/en");
    expect([captions.headers.get("Content-Type"), await captions.text()]).toEqual([
      "text/vtt; charset=utf-8",
      "the captions",
    ]);
  });

  test("sends one part", async ({ watchOn }) => {
    const { ask } = await watchOn(kind);
    for (const [range, start, end] of [
      ["bytes=0-0", 0, 0],
      ["bytes=0-", 0, size - 1],
      ["bytes=8-14", 8, 14],
      ["bytes=40-", 40, size - 1],
      ["bytes=-5", size - 5, size - 1],
      ["bytes=-5000", 0, size - 1],
      ["bytes=50-5000", 50, size - 1],
      ["bytes=0-4,3-9", 0, 9],
      ["bytes=8-14,9000-", 8, 14],
    ] as const) {
      const part = await ask({ Range: range });
      expect([range, part.status, await part.text()]).toEqual([range, 206, bytesOf(start, end)]);
      expect(Object.fromEntries(part.headers)).toMatchObject({
        "content-type": "video/webm",
        "content-range": `bytes ${start}-${end}/${size}`,
        "content-length": String(end - start + 1),
      });
    }
  });

  test("sends several parts in the requested order", async ({ watchOn }) => {
    const { ask } = await watchOn(kind);
    const parts = await ask({ Range: "bytes=-5,0-1,20-24" });
    const body = await parts.text();
    expect([parts.status, parts.headers.get("Content-Range")]).toEqual([206, null]);
    expect(parts.headers.get("Content-Length")).toBe(String(body.length));
    const [, boundary] = /^multipart\/byteranges; boundary=(\S+)$/.exec(parts.headers.get("Content-Type")!)!;
    const part = (start: number, end: number) =>
      `\r\n--${boundary}\r\nContent-Type: video/webm\r\nContent-Range: bytes ${start}-${end}/${size}\r\n\r\n${bytesOf(start, end)}`;
    expect(body).toBe(`${part(size - 5, size - 1)}${part(0, 1)}${part(20, 24)}\r\n--${boundary}--\r\n`);
  });

  test("refuses an impossible range and ignores an invalid one", async ({ watchOn }) => {
    const { ask } = await watchOn(kind);
    for (const range of ["bytes=53-", "bytes=5000-6000", "bytes=-0"]) {
      const refused = await ask({ Range: range });
      const answer = [refused.status, refused.headers.get("Content-Range"), await refused.text()];
      expect([range, ...answer]).toEqual([range, 416, `bytes */${size}`, ""]);
    }
    for (const range of ["bytes=5-1", "bytes=x-y", "bytes=", "words=0-1", "bytes=1-2;3-4"]) {
      const whole = await ask({ Range: range });
      expect([range, whole.status, await whole.text()]).toEqual([range, 200, content]);
    }
  });

  test("ignores ranges of HEAD requests", async ({ watchOn }) => {
    const { ask } = await watchOn(kind);
    const head = await ask({ Range: "bytes=0-1" }, { method: "HEAD" });
    expect([head.status, head.headers.get("Content-Length")]).toEqual([200, String(size)]);
  });

  test("sends a part for a matching If-Range, and the whole file otherwise", async ({ watchOn }) => {
    const { ask, file } = await watchOn(kind);
    const statusWith = async (validator: string) => (await ask({ Range: "bytes=0-1", "If-Range": validator })).status;
    expect(await statusWith(file.etag)).toBe(206);
    expect(await statusWith('"another"')).toBe(200);
    expect(await statusWith(`W/${file.etag}`)).toBe(200);
    expect(await statusWith("Sat, 01 Jan 2050 00:00:00 GMT")).toBe(200);
    // An impossible range of an outdated version returns the whole new one.
    expect((await ask({ Range: "bytes=5000-", "If-Range": '"another"' })).status).toBe(200);
  });

  test("applies If-None-Match and If-Match", async ({ watchOn }) => {
    const { ask, file } = await watchOn(kind);
    const unchanged = await ask({ "If-None-Match": `"other", W/${file.etag}`, Range: "bytes=0-1" });
    expect([unchanged.status, unchanged.headers.get("ETag"), await unchanged.text()]).toEqual([304, file.etag, ""]);
    expect((await ask({ "If-None-Match": "*" })).status).toBe(304);
    expect((await ask({ "If-None-Match": '"other"' })).status).toBe(200);
    expect((await ask({ "If-Match": '"other"' })).status).toBe(412);
    expect((await ask({ "If-Match": `W/${file.etag}` })).status).toBe(412);
    expect((await ask({ "If-Match": file.etag, Range: "bytes=0-1" })).status).toBe(206);
  });

  test("sends files uncompressed", async ({ watchOn }) => {
    const { ask } = await watchOn(kind);
    const captions = await ask({ "Accept-Encoding": "gzip, br", Range: "bytes=0-2" }, {}, "captions/en");
    expect([captions.headers.get("Content-Encoding"), await captions.text()]).toEqual([null, "the"]);
  });

  test("stops reading when the client disconnects", async ({ watchOn }) => {
    const { address, cookie, storage, s3 } = await watchOn(kind, { video: "x".repeat(64 * 1024 * 1024) });
    const request = get(address, { headers: cookie }).on("error", () => undefined);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    await once(response, "readable");
    expect(storage.endings).toEqual([]);
    response.on("error", () => undefined).destroy();
    await expect.poll(() => storage.endings).toEqual(["interrupted"]);
    if (kind === "s3") await expect.poll(() => s3.abandoned()).toBe(1);
  });

  test("cuts the answer short when the storage fails half-way, so that the client notices", async ({ watchOn }) => {
    const { address, cookie, storage } = await watchOn(kind, { video: "x".repeat(16 * 1024 * 1024) });
    const [response] = (await once(get(address, { headers: cookie }), "response")) as [IncomingMessage];
    await once(response, "readable");
    storage.fail();
    response.resume();
    await expect(once(response, "end")).rejects.toThrow("aborted");
  });
});

test("sends parallel readers of different speeds their own bytes, though the memory of chunks is reused", async ({
  watchOn,
}) => {
  const block = 100_003;
  const video = Buffer.concat(Array.from({ length: 60 }, (_, index) => Buffer.alloc(block, index + 1)));
  const { address, cookie } = await watchOn("disk", { video });
  const readers = Array.from({ length: 8 }, async (_, reader) => {
    const [start, end] = [reader * 4 * block, (reader * 4 + 30) * block];
    const headers = { ...cookie, Range: `bytes=${start}-${end}` };
    const [response] = (await once(get(address, { headers }), "response")) as [IncomingMessage];
    const received: Buffer[] = [];
    for await (const chunk of response) {
      received.push(chunk as Buffer);
      if (reader % 4 === 3 && received.length > 20) return response.destroy();
      // A reader that falls behind the socket's buffers, without a timer.
      for (let turn = 0; turn < reader; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(Buffer.concat(received).equals(video.subarray(start, end + 1)), `reader ${reader}`).toBe(true);
  });
  await Promise.all(readers);
});

test("leaves sending to nginx with MEDIA_ACCEL_LOCATION, after checking access", async ({ watchOn }) => {
  const { ask, address, file, addVersion } = await watchOn("disk", { mediaAccelLocation: "/stored-media/" });
  const left = await ask({ Range: "bytes=0-1" });
  expect([left.status, await left.text()]).toEqual([200, ""]);
  expect(Object.fromEntries(left.headers)).toMatchObject({
    "x-accel-redirect": `/stored-media/${file.storageKey}`,
    "content-type": "video/webm",
    "cache-control": "private, no-cache",
  });
  const refused = await fetch(address);
  expect([refused.status, refused.headers.get("X-Accel-Redirect")]).toEqual([401, null]);
  for (const [part, name] of versionParts) {
    const { storageKey } = await addVersion(name);
    const version = await ask({}, {}, part);
    expect([part, version.headers.get("X-Accel-Redirect")]).toEqual([part, `/stored-media/${storageKey}`]);
  }
  const download = await ask({}, {}, "sound?download");
  expect(download.headers.get("Content-Disposition")).toBe('attachment; filename="Arriving.mp4"');
});

const versionParts = [
  ["video", "large"],
  ["video-small", "small"],
  ["sound", "sound"],
] as const;

test("redirects only what is played to the store with MEDIA_REDIRECT, after checking access", async ({ watchOn }) => {
  const { ask, address, s3, addVersion } = await watchOn("s3", { mediaRedirect: true });
  const redirect = await ask();
  expect([redirect.status, redirect.headers.get("Cache-Control")]).toEqual([302, "private, no-store"]);
  const store = new URL(redirect.headers.get("Location")!);
  expect([store.origin, store.searchParams.get("X-Amz-Expires")]).toEqual([s3.settings.endpoint, "300"]);
  const part = await fetch(store, { headers: { Range: "bytes=0-1" } });
  expect([part.status, part.headers.get("Content-Type"), await part.text()]).toEqual([206, "video/webm", "In"]);
  expect((await ask({}, {}, "captions/en")).status).toBe(200);
  expect((await ask({}, {}, "poster")).status).toBe(200);
  expect((await fetch(address, { redirect: "manual" })).status).toBe(401);
  for (const [part, name] of versionParts) {
    await addVersion(name);
    const version = await fetch((await ask({}, {}, part)).headers.get("Location")!);
    expect([part, version.status, await version.text()]).toEqual([part, 200, `the ${name} version`]);
  }
  const download = await fetch((await ask({}, {}, "sound?download")).headers.get("Location")!);
  expect(download.headers.get("Content-Disposition")).toBe('attachment; filename="Arriving.mp4"');
});

test("never reveals the store's address without MEDIA_REDIRECT", async ({ watchOn }) => {
  const { ask, s3 } = await watchOn("s3");
  const whole = await ask();
  expect(whole.status).toBe(200);
  const headers = [...whole.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  expect(headers).not.toContain(new URL(s3.settings.endpoint).host);
});
