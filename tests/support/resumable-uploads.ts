import { readdir, readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { Upload } from "tus-js-client";
import { siteSettings } from "@db/schema";
import { incomingFolder } from "@server/platform/media/incoming";
import type { MediaFile, MediaKind } from "@server/platform/media/media-kinds";
import { anAccount, signedInBrowser } from "./accounts";
import { test as databaseTest } from "./database";
import { serve } from "./http-app";
import { cookieHeader } from "./media";
import { startS3StandIn } from "./s3-stand-in";
import { startTestApp, type TestApp } from "./test-app";
export const sampleVideo = await readFile("dev/seed/media/held.webm");
export const samplePoster = await readFile("dev/seed/media/held.webp");

/** Serves a site that stores uploads on disk or in S3, and sends single upload requests. */
export const test = databaseTest.extend("siteOn", ({ db }, { onCleanup }) => {
  return async (kind: "disk" | "s3" = "disk") => {
    const store = kind === "s3" ? await startS3StandIn() : undefined;
    const { app, stop } = await startTestApp({ db, settings: { s3: store?.settings } });
    const site = await serve(app.services);
    onCleanup(async () => {
      await site.stop();
      await stop();
      await store?.stop();
    });
    const admin = cookieHeader(await signedInBrowser(app, await anAccount(db, { role: "admin" })));
    const begin = (kindOfFile: string, length: number | null, headers: Record<string, string> = {}) =>
      fetch(`${site.url}/api/uploads`, {
        method: "POST",
        headers: {
          "Tus-Resumable": "1.0.0",
          "Upload-Metadata": `kind ${btoa(kindOfFile)},filename ${btoa("C:\\films\\own film.mov")}`,
          [length === null ? "Upload-Defer-Length" : "Upload-Length"]: String(length ?? 1),
          ...admin,
          ...headers,
        },
      });
    const append = (
      address: string,
      content: Buffer<ArrayBuffer>,
      offset: number,
      headers: Record<string, string> = {},
    ) =>
      fetch(new URL(address, site.url), {
        method: "PATCH",
        body: content,
        headers: {
          "Tus-Resumable": "1.0.0",
          "Content-Type": "application/offset+octet-stream",
          "Upload-Offset": String(offset),
          ...admin,
          ...headers,
        },
      });
    const send = async (kindOfFile: MediaKind, content: Buffer<ArrayBuffer>) => {
      const begun = await begin(kindOfFile, content.length);
      const address = begun.headers.get("Location")!;
      const answer = await append(address, content, 0);
      return { status: answer.status, text: await answer.text(), id: address.split("/").at(-1)! };
    };
    const limitTo = async (maxVideoMb: number) => {
      const row = { key: "maxVideoMb", value: maxVideoMb };
      await db.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.key, set: row });
    };
    const incoming = async () => (await readdir(incomingFolder(app.services.settings))).sort();
    return { app, db, url: site.url, admin, begin, append, send, incoming, limitTo };
  };
});

type Site = { url: string; admin: Record<string, string>; app: TestApp };

export const readStored = async ({ app }: Site, { storageKey }: MediaFile) =>
  buffer(await app.services.storage.read(storageKey));

/** Uploads with tus-js-client and stops after the first chunk; `resume` uploads the rest. */
export async function interruptUpload(site: Site, content: Buffer, chunkSize: number) {
  const options = { endpoint: `${site.url}/api/uploads`, chunkSize, headers: site.admin, retryDelays: null };
  const metadata = { kind: "video", filename: "held.webm" };
  const address = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(content, {
      ...options,
      metadata,
      onError: reject,
      onChunkComplete: () => void upload.abort().then(() => resolve(upload.url!), reject),
    });
    upload.start();
  });
  const resume = () =>
    new Promise<number[]>((resolve, reject) => {
      const progress: number[] = [];
      const onProgress = (sent: number) => void progress.push(sent);
      const upload = new Upload(content, {
        ...options,
        uploadUrl: address,
        onError: reject,
        onProgress,
        onSuccess: () => resolve(progress),
      });
      upload.start();
    });
  return { id: address.split("/").at(-1)!, resume };
}

export { expect } from "vitest";
