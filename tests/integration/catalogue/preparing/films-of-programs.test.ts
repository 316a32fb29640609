import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { incomingFile } from "@server/platform/media/incoming";
import { keepUpload } from "@server/platform/media/keep-upload";
import { aQueuedRecording, preparationOf, probeVersions } from "../../../support/preparing";
import { sample, tone } from "../../../support/samples";
import { expect, test } from "../../../support/test-app";

const fixture = (name: string) => readFile(`tests/fixtures/films/${name}`);

test.for([
  {
    name: "v01-one-frame-20s-audio.mp4",
    source: "sendrec/sendrec PR 37: one picture for all of a sound, as podcast programs export",
    contentType: "video/mp4",
    posterSecond: 10,
    seconds: 20,
  },
  {
    name: "v04-hdr-pq-no-matrix.mov",
    source: "superuser404notfound/AetherEngine#499: a bright picture that does not say its colours",
    contentType: "video/quicktime",
    posterSecond: 1,
    seconds: 4,
  },
  {
    name: "v08b-mjpeg-first.mkv",
    source: "opencast/opencast#3694: a still before the film",
    contentType: "video/matroska",
    posterSecond: 1,
    seconds: 4,
  },
])("prepares $name ($source)", async ({ name, contentType, posterSecond, seconds }, { app }) => {
  const video = { content: await fixture(name), contentType };
  const id = await aQueuedRecording(app.services, { video, values: { posterSecond } });
  await app.runJobs();
  expect(await preparationOf(app.services, id)).toMatchObject({ state: "ready", failure: null });
  const versions = await probeVersions(app.services, id);
  expect(Object.keys(versions)).toEqual(expect.arrayContaining(["large", "small", "poster"]));
  expect(Math.round(Number(versions.large?.format.duration))).toBe(seconds);
});

test("keeps the long WAV of a field recorder", async ({ app }) => {
  const content = await sample("wav", [...tone(), "-c:a", "pcm_s16le", "-rf64", "always"]);
  expect(content.toString("latin1", 0, 4)).toBe("RF64");
  const id = randomUUID();
  const incoming = incomingFile(app.services.settings, id);
  await mkdir(path.dirname(incoming), { recursive: true });
  await writeFile(incoming, content);
  const file = await keepUpload(app.services, { id, kind: "sound", originalName: "field.wav" });
  expect([file.contentType, path.extname(file.storageKey)]).toEqual(["audio/wav", ".wav"]);
  const recording = await aQueuedRecording(app.services, { sound: { content, contentType: file.contentType } });
  await app.runJobs();
  expect(await preparationOf(app.services, recording)).toMatchObject({ state: "ready", failure: null });
});
