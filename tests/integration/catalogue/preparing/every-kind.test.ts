import { readFile, stat } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { recordings } from "@db/schema";
import { aQueuedRecording, preparationOf, type ProbedVersion, probeVersions } from "../../../support/preparing";
import { boxesOf, fittingVideo, loudnessOf, picture, sample, tone } from "../../../support/samples";
import { expect, test, type TestApp } from "../../../support/test-app";

const quick = ["-preset", "ultrafast", "-pix_fmt", "yuv420p"];

type Kind = { name: string; kind: "video" | "sound"; contentType: string; content: () => Promise<Buffer> };

const sound = (extension: string, contentType: string, ...codec: string[]): Kind => ({
  name: extension,
  kind: "sound",
  contentType,
  content: () => sample(extension, [...tone(), ...codec]),
});
const video = (extension: string, contentType: string, size: string, ...codec: string[]): Kind => ({
  name: extension,
  kind: "video",
  contentType,
  content: () => sample(extension, [...picture(size, 2, 10), ...tone(), ...codec]),
});

const kinds: Kind[] = [
  video("mp4", "video/mp4", "640x480", "-c:v", "libx264", ...quick, "-c:a", "aac"),
  video("mov", "video/quicktime", "2560x1440", "-c:v", "mjpeg", "-c:a", "pcm_s16le"),
  video("webm", "video/webm", "360x640", "-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus"),
  video("mkv", "video/matroska", "640x360", "-c:v", "mpeg2video", "-r", "25", "-c:a", "flac"),
  sound("mp3", "audio/mpeg", "-c:a", "libmp3lame"),
  sound("m4a", "audio/mp4", "-c:a", "aac"),
  sound("wav", "audio/wav", "-c:a", "pcm_s16le"),
  sound("flac", "audio/flac", "-c:a", "flac"),
  sound("ogg", "audio/ogg", "-c:a", "libvorbis"),
];

const streamOf = (version: ProbedVersion | undefined, type: "video" | "audio") =>
  version?.streams.find(({ codec_type: kind }) => kind === type);

async function expectSoundVersion(version: ProbedVersion | undefined): Promise<void> {
  expect(version?.file).toMatchObject({ kind: "version", contentType: "audio/mp4" });
  expect(version?.streams).toMatchObject([{ codec_type: "audio", codec_name: "aac", profile: "LC" }]);
  expect(Number(version?.format.bit_rate)).toBeLessThan(110_000);
  expect(boxesOf(await readFile(version!.path)).indexOf("moov")).toBe(1);
}

async function expectPictureVersions(versions: Awaited<ReturnType<typeof probeVersions>>): Promise<void> {
  for (const [name, limits] of [
    ["large", { short: 1080, long: 1920, bits: 5_000_000 }],
    ["small", { short: 360, long: 640, bits: 500_000 }],
  ] as const) {
    const version = versions[name];
    const shown = streamOf(version, "video");
    const sides = [shown?.width ?? 0, shown?.height ?? 0].sort((a, b) => a - b);
    expect(version?.file.contentType, name).toBe("video/mp4");
    expect([shown?.codec_name, streamOf(version, "audio")?.codec_name], name).toEqual(["h264", "aac"]);
    expect(sides[0], name).toBeLessThanOrEqual(limits.short);
    expect(sides[1], name).toBeLessThanOrEqual(limits.long);
    expect(Number(version?.format.bit_rate), name).toBeLessThanOrEqual(limits.bits);
    expect(boxesOf(await readFile(version!.path)).indexOf("moov"), name).toBe(1);
  }
  expect(versions.poster).toMatchObject({ file: { contentType: "image/jpeg" }, streams: [{ codec_name: "mjpeg" }] });
}

async function expectReady(app: TestApp, id: string): Promise<void> {
  expect(await preparationOf(app.services, id)).toMatchObject({ state: "ready", percent: 100, failure: null });
  const [recording] = await app.db.select().from(recordings).where(eq(recordings.id, id));
  expect(recording?.durationSeconds).toBe(2);
}

test.for(kinds)("prepares $name", async ({ kind, contentType, content }, { app }) => {
  const id = await aQueuedRecording(app.services, { [kind]: { content: await content(), contentType } });
  await app.runJobs();
  await expectReady(app, id);
  const versions = await probeVersions(app.services, id);
  await expectSoundVersion(versions.sound);
  expect(Object.keys(versions).sort()).toEqual(kind === "video" ? ["large", "poster", "small", "sound"] : ["sound"]);
  if (kind === "video") await expectPictureVersions(versions);
  for (const { file, path } of Object.values(versions)) expect((await stat(path)).size).toBe(file.bytes);
});

test("keeps the sides of a picture that stands, and takes over a picture that fits without encoding it", async ({
  app,
}) => {
  const standing = await sample("webm", [...picture("360x640", 1, 10), "-c:v", "libvpx", "-deadline", "realtime"]);
  const id = await aQueuedRecording(app.services, {
    video: { content: standing, contentType: "video/webm" },
    values: { posterSecond: null },
  });
  const fitting = await aQueuedRecording(app.services, {
    video: { content: await fittingVideo(), contentType: "video/mp4" },
  });
  // One after the other.
  await app.runJobs();
  await app.runJobs();
  const { large, sound: none, poster } = await probeVersions(app.services, id);
  expect([streamOf(large, "video")?.width, streamOf(large, "video")?.height, none]).toEqual([360, 640, undefined]);
  // No second was chosen.
  expect(poster).toBeUndefined();
  const versions = await probeVersions(app.services, fitting);
  const encoder = /x264 - core \d+[^\0]*crf=40/;
  expect((await readFile(versions.large!.path)).toString("latin1")).toMatch(encoder);
  expect((await readFile(versions.small!.path)).toString("latin1")).toMatch(encoder);
});

test("shows the bright picture of a phone (HLG) as every screen can, and not washed out", async ({ app }) => {
  const colours = "colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc:log-level=none";
  const format = ["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-x265-params", colours];
  const content = await sample("mov", [...picture("320x180", 1, 10), ...format]);
  const id = await aQueuedRecording(app.services, { video: { content, contentType: "video/quicktime" } });
  await app.runJobs();
  const { large, small } = await probeVersions(app.services, id);
  for (const version of [large, small]) {
    expect(streamOf(version, "video")).toMatchObject({
      codec_name: "h264",
      pix_fmt: "yuv420p",
      color_transfer: "bt709",
      color_primaries: "bt709",
    });
  }
});

test.for([
  ["quiet", "-20dB"],
  ["loud", "14dB"],
])("brings a %s sound to -16 LUFS", async ([, volume], { app }) => {
  const content = await sample("wav", tone(4, volume));
  const id = await aQueuedRecording(app.services, { sound: { content, contentType: "audio/wav" } });
  await app.runJobs();
  const { sound: made } = await probeVersions(app.services, id);
  expect(Math.abs((await loudnessOf(made!.path)) + 16)).toBeLessThan(1);
});

test("leaves a sound alone whose loudness is about right", async ({ app }) => {
  const content = await sample("wav", tone(4, "5dB"));
  const id = await aQueuedRecording(app.services, { sound: { content, contentType: "audio/wav" } });
  const original = app.services.storage.pathOf?.((await app.db.query.mediaFiles.findFirst())!.storageKey);
  const before = await loudnessOf(original!);
  await app.runJobs();
  const { sound: made } = await probeVersions(app.services, id);
  expect(Math.abs(before + 16)).toBeLessThan(2);
  expect(Math.abs((await loudnessOf(made!.path)) - before)).toBeLessThan(0.3);
});

test("takes the sound of its own, the picture's second and nothing that the camera wrote", async ({ app }) => {
  const place = ["-metadata", "location=+51.5-000.1/", "-metadata", "title=Private"];
  const content = await sample("mov", [...picture(), ...tone(), "-c:v", "mpeg4", "-c:a", "aac", ...place]);
  const own = await sample("mp3", [...tone(3), "-c:a", "libmp3lame"]);
  const id = await aQueuedRecording(app.services, {
    video: { content, contentType: "video/quicktime" },
    sound: { content: own, contentType: "audio/mpeg" },
    values: { posterSecond: 1 },
  });
  await app.runJobs();
  const versions = await probeVersions(app.services, id);
  expect(Math.round(Number(versions.sound?.format.duration))).toBe(3);
  expect(Math.round(Number(versions.large?.format.duration))).toBe(2);
  expect(JSON.stringify(versions)).not.toMatch(/Private|51\.5/);
});
