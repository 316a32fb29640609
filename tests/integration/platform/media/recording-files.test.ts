import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { incomingFile, incomingFolder } from "@server/platform/media/incoming";
import { keepUpload } from "@server/platform/media/keep-upload";
import type { MediaKind } from "@server/platform/media/media-kinds";
import { picture, sample, tone } from "../../../support/samples";
import { expect, test, type TestApp } from "../../../support/test-app";

const video = (extension: string, ...codec: string[]) => sample(extension, [...picture("64x64", 1, 5), ...codec]);
const sound = (extension: string, ...codec: string[]) => sample(extension, [...tone(1), ...codec]);

const noFfmpeg = { file: undefined, searchPath: "" };

async function keep({ services }: TestApp, kind: MediaKind, content: Buffer, hasFfmpeg = true) {
  const { settings } = services;
  const id = randomUUID();
  await mkdir(incomingFolder(settings), { recursive: true });
  await writeFile(incomingFile(settings, id), content);
  const site = hasFfmpeg ? services : { ...services, settings: { ...settings, ffmpeg: noFfmpeg } };
  return keepUpload(site, { id, kind, originalName: "own" });
}

test.for([
  ["mp3", "audio/mpeg", () => sound("mp3")],
  ["m4a", "audio/mp4", () => sound("m4a", "-c:a", "aac")],
  ["m4a", "audio/mp4", () => sound("mp4", "-c:a", "aac")],
  ["wav", "audio/wav", () => sound("wav")],
  ["flac", "audio/flac", () => sound("flac")],
  ["ogg", "audio/ogg", () => sound("ogg", "-c:a", "libvorbis")],
  ["ogg", "audio/ogg", () => sound("opus", "-c:a", "libopus")],
] as const)("takes a sound as %s of the type %s, with ffmpeg and without", async ([extension, type, make], { app }) => {
  for (const hasFfmpeg of [true, false]) {
    const { storageKey, contentType } = await keep(app, "sound", await make(), hasFfmpeg);
    expect([storageKey.split(".")[1], contentType]).toEqual([extension, type]);
  }
});

test.for([
  ["mp4", "video/mp4", () => video("mp4", "-c:v", "mpeg4"), true],
  ["webm", "video/webm", () => video("webm", "-c:v", "libvpx"), true],
  ["mov", "video/quicktime", () => video("mov", "-c:v", "mpeg4"), false],
  ["mkv", "video/matroska", () => video("mkv", "-c:v", "mpeg4"), false],
] as const)(
  "takes a video as %s of the type %s, if it can be played in the end",
  async ([extension, type, make, isPlayed], { app }) => {
    const kept = await keep(app, "video", await make());
    expect([kept.storageKey.split(".")[1], kept.contentType]).toEqual([extension, type]);
    const without = keep(app, "video", await make(), false);
    if (isPlayed) return expect(await without).toMatchObject({ contentType: type });
    await expect(without).rejects.toThrow("Browsers can’t play this video. Please choose an MP4 or WebM file.");
  },
);

test("refuses a picture as a sound, and a sound as large as no video may be", async ({ app }) => {
  await expect(keep(app, "sound", await video("webm", "-c:v", "libvpx"))).rejects.toThrow("This sound can’t be used.");
  await expect(keep(app, "sound", Buffer.alloc(101 * 1024 * 1024))).rejects.toThrow("maximum allowed size of 100MB");
});
