import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { ActionFunctionArgs } from "@remix-run/node";
import { mediaFiles } from "@db/schema";
import { DomainError, refusals } from "@server/core/errors";
import { incomingFolder } from "@server/platform/media/incoming";
import type { MediaFile } from "@server/platform/media/media-kinds";
import { receiveUpload } from "@server/platform/media/receive-upload";
import { anAccount, signedInBrowser } from "../../../support/accounts";
import { serve } from "../../../support/http-app";
import { cookieHeader } from "../../../support/media";
import { expect, test as appTest } from "../../../support/test-app";

const uploadPage = {
  async action({ request, context: { services, auth } }: ActionFunctionArgs) {
    try {
      const kinds = { video: "video", poster: "image", captions: "captions" } as const;
      const { fields, files } = await receiveUpload(services, auth.user, request, kinds);
      return Response.json({ fields: Object.fromEntries(fields), files: Object.fromEntries(files) });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return Response.json({ refusal: error.code }, { status: refusals[error.code].status });
    }
  },
};

const held = await readFile("dev/seed/media/held.webm");
const poster = await readFile("dev/seed/media/held.webp");
const mb = 1024 * 1024;

type UploadAnswer = {
  refusal?: string;
  fields: Record<string, string>;
  files: Record<string, { ok: true; file: MediaFile } | { ok: false; message: string }>;
};

/** Posts a multipart form as a browser without JavaScript does. */
const test = appTest.extend<{
  site: string;
  admin: Record<string, string>;
  post: (form: Record<string, string | File>, headers?: Record<string, string>) => Promise<[number, UploadAnswer]>;
  incoming: () => Promise<string[]>;
}>({
  site: async ({ app }, use) => {
    const { url, stop } = await serve(app.services, { "admin/sessions/new": uploadPage });
    await use(url);
    await stop();
  },
  admin: async ({ app }, use) =>
    use(cookieHeader(await signedInBrowser(app, await anAccount(app.db, { role: "admin" })))),
  post: async ({ site, admin }, use) => {
    await use(async (form, headers = admin) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(form)) body.append(name, value);
      const answer = await fetch(`${site}/admin/sessions/new`, { method: "POST", body, headers });
      return [answer.status, (await answer.json()) as UploadAnswer];
    });
  },
  incoming: async ({ app }, use) => use(() => readdir(incomingFolder(app.services.settings)).catch(() => [])),
});

test("parses a multipart form into its values and stored files", async ({ app, post, incoming }) => {
  const [status, { fields, files }] = await post({
    title: "Riding the Wave",
    video: new File([held], "IMG_0001.MOV", { type: "image/gif" }),
    poster: new File([poster], "Poster – März.exe"),
    captions: new File([], ""),
    order: "3",
  });
  expect([status, fields]).toEqual([200, { title: "Riding the Wave", order: "3" }]);
  expect(Object.keys(files)).toEqual(["video", "poster"]);
  expect(files).toMatchObject({
    video: { ok: true, file: { kind: "video", contentType: "video/webm", originalName: "IMG_0001.MOV" } },
    poster: { ok: true, file: { kind: "image", contentType: "image/jpeg", originalName: "Poster – März.exe" } },
  });
  const rows = await app.db.select().from(mediaFiles);
  expect(rows.map(({ storageKey }) => storageKey.replace(/[0-9a-f-]{36}/, "…")).sort()).toEqual([
    "image/…-1600.jpg",
    "video/….webm",
  ]);
  const video = rows.find(({ kind }) => kind === "video")!;
  expect([video.deletedAt, await buffer(await app.services.storage.read(video.storageKey))]).toEqual([null, held]);
  expect(await incoming()).toEqual([]);
});

test("reports why each refused file was refused, and keeps the others", async ({ app, post, incoming }) => {
  const [, { files }] = await post({
    video: new File([poster], "film.webm"),
    poster: new File([Buffer.alloc(10.2 * mb)], "large.png"),
    captions: new File(["WEBVTT\n\n00:01.000 --> 00:04.000\nIn"], "en.txt"),
  });
  expect(files).toMatchObject({
    video: { ok: false, message: "This video can’t be used. Please choose an MP4, MOV, WebM or MKV file." },
    poster: { ok: false, message: "File size exceeds the maximum allowed size of 10MB. Your file is 10.2 MB." },
    captions: { ok: true },
  });
  expect(await app.db.$count(mediaFiles)).toBe(1);
  expect(await incoming()).toEqual([]);
});

test("discards a file in a field that accepts none", async ({ app, post }) => {
  const [status, { fields, files }] = await post({ other: new File([held], "held.webm"), title: "Held" });
  expect([status, fields, files]).toEqual([200, { title: "Held" }, {}]);
  expect(await app.db.$count(mediaFiles)).toBe(0);
});

test("parses a form without files", async ({ site, admin }) => {
  const body = new URLSearchParams({ title: "Held" });
  const answer = await fetch(`${site}/admin/sessions/new`, { method: "POST", body, headers: admin });
  expect(await answer.json()).toEqual({ fields: { title: "Held" }, files: {} });
});

test("refuses uploads from others than the admin and from other sites", async ({ app, site, post, admin }) => {
  const form = { video: new File([held], "held.webm") };
  const member = cookieHeader(await signedInBrowser(app, await anAccount(app.db)));
  expect(await post(form, {})).toEqual([401, { refusal: "unauthenticated" }]);
  expect(await post(form, member)).toEqual([403, { refusal: "forbidden" }]);
  const body = new FormData();
  body.append("video", form.video);
  const headers = { ...admin, Origin: "https://elsewhere.example" };
  expect((await fetch(`${site}/admin/sessions/new`, { method: "POST", body, headers })).status).toBe(403);
  expect(await app.db.$count(mediaFiles)).toBe(0);
});

test("sends a refusal only after the whole body, for browsers that read it only then", async ({ app, site }) => {
  const member = cookieHeader(await signedInBrowser(app, await anAccount(app.db)));
  const headers = { ...member, "Content-Type": "multipart/form-data; boundary=x" };
  const request = httpRequest(`${site}/admin/sessions/new`, { method: "POST", headers });
  const answered = once(request, "response");
  // The server closes the connection once it has answered, which may meet the last bytes on their way.
  request.on("socket", (socket) => socket.on("error", () => undefined)).on("error", () => undefined);
  request.end(Buffer.alloc(50 * mb));
  await once(request, "finish");
  const [response] = (await answered) as [IncomingMessage];
  expect(response.statusCode).toBe(403);
});

test("stores nothing when a browser disconnects half-way", async ({ app, site, admin, incoming }) => {
  const headers = { ...admin, "Content-Type": "multipart/form-data; boundary=x", "Content-Length": "1000000" };
  const request = httpRequest(`${site}/admin/sessions/new`, { method: "POST", headers }).on("error", () => undefined);
  request.write('--x\r\nContent-Disposition: form-data; name="video"; filename="held.webm"\r\n\r\n');
  request.write(held);
  await expect.poll(incoming).toHaveLength(1);
  request.destroy();
  await expect.poll(incoming).toEqual([]);
  expect(await app.db.$count(mediaFiles)).toBe(0);
});

test.for(["multipart/form-data", "multipart/form-data; boundary=x"])(
  "refuses %s without a valid body",
  async (type, { site, admin }) => {
    const answer = await fetch(`${site}/admin/sessions/new`, {
      method: "POST",
      body: "nothing of the kind",
      headers: { ...admin, "Content-Type": type },
    });
    expect([answer.status, await answer.json()]).toEqual([422, { refusal: "invalid" }]);
  },
);

const field = (name: string, value = "") => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const emptyFile = '--x\r\nContent-Disposition: form-data; name="poster"; filename=""\r\n\r\n\r\n';

test.for([
  ["201 fields", Array.from({ length: 201 }, (_, nth) => field(`field${nth}`)).join("")],
  ["a field of more than 64 KiB", field("title", "x".repeat(64 * 1024 + 1))],
  ["more files than fields", emptyFile.repeat(4)],
] as const)("refuses an upload form with %s", async ([, parts], { site, admin, incoming }) => {
  const answer = await fetch(`${site}/admin/sessions/new`, {
    method: "POST",
    body: `${parts}--x--\r\n`,
    headers: { ...admin, "Content-Type": "Multipart/Form-Data; boundary=x" },
  });
  expect([answer.status, await answer.json()]).toEqual([413, { refusal: "too_large" }]);
  expect(await incoming()).toEqual([]);
});
