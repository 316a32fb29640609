import { randomBytes, randomUUID } from "node:crypto";
import { truncate } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { mediaFiles } from "@db/schema";
import { incomingFile } from "@server/platform/media/incoming";
import { finishUpload } from "@server/platform/media/keep-upload";
import type { MediaFile } from "@server/platform/media/media-kinds";
import { anAccount, signedInBrowser } from "../../../support/accounts";
import { aRecordingWithFiles, cookieHeader } from "../../../support/media";
import {
  expect,
  sampleVideo,
  interruptUpload,
  samplePoster,
  readStored,
  test,
} from "../../../support/resumable-uploads";
import { describe } from "vitest";

describe.each(["disk", "s3"] as const)("to %s", (kind) => {
  test("resumes an interrupted upload and makes it a playable file", async ({ siteOn }) => {
    const site = await siteOn(kind);
    const { id, resume } = await interruptUpload(site, sampleVideo, 40_000);
    expect(await site.db.$count(mediaFiles)).toBe(0);
    const progress = await resume();
    expect(progress[0]).toBeGreaterThanOrEqual(40_000);
    const [file] = await site.db.select().from(mediaFiles);
    expect(file).toMatchObject({
      id,
      kind: "video",
      originalName: "held.webm",
      storageKey: `video/${id}.webm`,
      contentType: "video/webm",
      bytes: sampleVideo.length,
      deletedAt: null,
    });
    expect(await readStored(site, file!)).toEqual(sampleVideo);
  });
});

test("determines the type by the content, storing SRT as WebVTT", async ({ siteOn }) => {
  const site = await siteOn();
  const sent = await site.send("captions", Buffer.from("1\n00:00:01,000 --> 00:00:02,000\nIn\n"));
  expect(sent.status).toBe(204);
  const captions = await finishUpload(site.app.services, sent.id);
  expect(captions).toMatchObject({ contentType: "text/vtt", originalName: "own film.mov", bytes: 41 });
  expect(String(await readStored(site, captions))).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nIn\n");
  const picture = await finishUpload(site.app.services, (await site.send("image", samplePoster)).id);
  expect([picture.contentType, picture.storageKey]).toEqual(["image/jpeg", `image/${picture.id}-1600.jpg`]);
});

test.for([
  ["video", "a picture", samplePoster, "This video can’t be used. Please choose an MP4, MOV, WebM or MKV file."],
  [
    "image",
    "a film",
    sampleVideo,
    "Browsers can’t show this picture. Please choose a JPEG, PNG, WebP, AVIF or GIF file.",
  ],
  [
    "image",
    "a drawing with a script",
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"),
    "Browsers can’t show this picture",
  ],
  ["video", "a page", Buffer.from("<!doctype html><script>alert(1)</script>"), "This video can’t be used"],
  [
    "captions",
    "a page",
    Buffer.from("<html>WEBVTT"),
    "This is not a captions file. Please choose a WebVTT or SRT file.",
  ],
] as const)("sent as %s, %s is refused in words and leaves nothing", async ([kind, , content, words], { siteOn }) => {
  const site = await siteOn();
  const sent = await site.send(kind, content);
  expect([sent.status, sent.text]).toEqual([422, expect.stringContaining(words)]);
  expect(await site.db.$count(mediaFiles)).toBe(0);
  expect(await site.incoming()).toEqual([]);
  await expect(finishUpload(site.app.services, sent.id)).rejects.toMatchObject({ code: "not_found" });
});

test("refuses a file that is too large before it is sent", async ({ siteOn }) => {
  const site = await siteOn();
  await site.limitTo(2);
  const mb = 1024 * 1024;
  const refusal = async (kind: string, length: number | null) => {
    const answer = await site.begin(kind, length);
    return [answer.status, await answer.text()];
  };
  const tooLarge = (most: string, size: string) =>
    `File size exceeds the maximum allowed size of ${most}. Your file is ${size} MB.`;
  expect(await refusal("image", 12.5 * mb)).toEqual([422, tooLarge("10MB", "12.5")]);
  expect(await refusal("video", 3 * mb)).toEqual([422, tooLarge("2MB", "3")]);
  expect(await refusal("captions", 1.5 * mb)).toEqual([422, tooLarge("1MB", "1.5")]);
  expect((await refusal("video", 0))[0]).toBe(422);
  expect((await refusal("video", null))[0]).toBe(422);
  expect((await refusal("program", 10))[0]).toBe(422);
  expect(await site.incoming()).toEqual([]);
});

test("takes and plays a video of more bytes than 32 bits count, and checks the limit again at its end", async ({
  siteOn,
}) => {
  const site = await siteOn();
  const { services } = site.app;
  const mb = 1024 * 1024;
  const most = "File size exceeds the maximum allowed size of";
  const begin = async (size: number) => {
    const begun = await site.begin("video", size);
    return begun.status === 201 ? begun.headers.get("Location")!.split("/").at(-1)! : begun.text();
  };
  expect(await begin(4096 * mb)).toBe(`${most} 100MB. Your file is 4096 MB.`);
  await site.limitTo(4096);
  expect(await begin(4096 * mb + 1)).toBe(`${most} 4096MB. Your file is 4096.000001 MB.`);
  const ids = [await begin(4096 * mb), await begin(4096 * mb)] as const;
  for (const id of ids) {
    // The rest is a hole in the file, which takes no room.
    await site.append(`/api/uploads/${id}`, sampleVideo, 0);
    await truncate(incomingFile(services.settings, id), 4096 * mb);
  }
  const file = await finishUpload(services, ids[0]);
  expect(file).toMatchObject({ contentType: "video/webm", bytes: 2 ** 32 });
  const recording = await aRecordingWithFiles(
    { db: site.db, storage: services.storage },
    { isFree: true, videoId: file.id },
  );
  const range = { Range: `bytes=${2 ** 32 - 10}-`, ...site.admin };
  const part = await fetch(`${site.url}/media/recordings/${recording.id}/video`, { headers: range });
  expect([part.status, part.headers.get("Content-Range")]).toEqual([206, `bytes 4294967286-4294967295/4294967296`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.alloc(10));
  await site.limitTo(100);
  await expect(finishUpload(services, ids[1])).rejects.toThrow(`${most} 100MB. Your file is 4096 MB.`);
  await expect(finishUpload(services, ids[1])).rejects.toMatchObject({ code: "not_found" });
});

test("refuses more bytes than announced and a wrong offset", async ({ siteOn }) => {
  const site = await siteOn();
  const address = (await site.begin("image", 10)).headers.get("Location")!;
  expect((await site.append(address, Buffer.alloc(11), 0)).status).toBe(413);
  expect((await site.append(address, Buffer.alloc(4), 0)).status).toBe(204);
  expect((await site.append(address, Buffer.alloc(4), 0)).status).toBe(409);
  expect((await site.append(address, Buffer.alloc(7), 4)).status).toBe(413);
});

test("lets only the admin create, query, continue and end uploads, from the site's own pages", async ({ siteOn }) => {
  const site = await siteOn();
  const { app, db } = site;
  const address = (await site.begin("image", samplePoster.length)).headers.get("Location")!;
  const people: Record<string, [Record<string, string>, number]> = {
    visitor: [{ Cookie: "" }, 401],
    member: [cookieHeader(await signedInBrowser(app, await anAccount(db))), 403],
    "admin from another site": [{ Origin: "https://elsewhere.example" }, 403],
  };
  for (const [name, [headers, status]] of Object.entries(people)) {
    const ask = (method: string) =>
      fetch(new URL(address, site.url), { method, headers: { "Tus-Resumable": "1.0.0", ...site.admin, ...headers } });
    expect([name, "POST", (await site.begin("image", 10, headers)).status]).toEqual([name, "POST", status]);
    expect([name, "PATCH", (await site.append(address, samplePoster, 0, headers)).status]).toEqual([
      name,
      "PATCH",
      status,
    ]);
    expect([name, "DELETE", (await ask("DELETE")).status]).toEqual([name, "DELETE", status]);
    // The browser refuses reading from another site, because no answer allows it.
    const asked = await ask("HEAD");
    if ("Origin" in headers) expect(asked.headers.get("Access-Control-Allow-Origin")).not.toBe(headers.Origin);
    else expect([name, "HEAD", asked.status]).toEqual([name, "HEAD", status]);
  }
  expect(await site.incoming()).toHaveLength(2);
  expect((await site.append(address, samplePoster, 0)).status).toBe(204);
});

test("refuses forged upload addresses and serves nothing from them", async ({ siteOn }) => {
  const site = await siteOn();
  const headers = { "Tus-Resumable": "1.0.0", ...site.admin };
  for (const id of ["..%2f..%2fetc%2fpasswd", "held", randomUUID()]) {
    expect((await fetch(`${site.url}/api/uploads/${id}`, { method: "HEAD", headers })).status).toBe(404);
  }
  const { id } = await site.send("image", samplePoster);
  expect((await fetch(`${site.url}/api/uploads/${id}`, { headers })).status).toBe(405);
});

test("completes an upload once, with any number of simultaneous requests", async ({ siteOn }) => {
  const site = await siteOn();
  const { id } = await site.send("image", samplePoster);
  const files = await Promise.all(Array.from({ length: 5 }, () => finishUpload(site.app.services, id)));
  expect(new Set(files.map((file) => file.storageKey)).size).toBe(1);
  expect(await site.db.$count(mediaFiles)).toBe(1);
});

test("completes an upload by the form when the server died after the last byte", async ({ siteOn }) => {
  const site = await siteOn();
  const { id } = await site.send("image", samplePoster);
  const [{ storageKey }] = (await site.db.select().from(mediaFiles)) as [MediaFile];
  // Dies before the row, then after the row and before the file.
  await site.app.services.storage.remove(storageKey);
  await site.db.delete(mediaFiles);
  const picture = await finishUpload(site.app.services, id);
  expect(await readStored(site, picture)).toHaveLength(picture.bytes);
  await site.app.services.storage.remove(storageKey);
  const soon = new Date(site.app.clock.now().getTime() + 60_000);
  await site.db.update(mediaFiles).set({ deletedAt: soon }).where(eq(mediaFiles.id, id));
  const file = await finishUpload(site.app.services, id);
  expect([file.deletedAt, (await readStored(site, file)).length]).toEqual([null, file.bytes]);
});

test("refuses an incomplete upload as a file", async ({ siteOn }) => {
  const site = await siteOn();
  const content = Buffer.concat([samplePoster, randomBytes(100)]);
  const address = (await site.begin("image", content.length)).headers.get("Location")!;
  expect((await site.append(address, samplePoster, 0)).status).toBe(204);
  const id = address.split("/").at(-1)!;
  await expect(finishUpload(site.app.services, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(finishUpload(site.app.services, "../../etc/passwd")).rejects.toMatchObject({
    code: "not_found",
  });
});
