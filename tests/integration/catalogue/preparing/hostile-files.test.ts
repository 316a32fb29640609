import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { onTestFinished } from "vitest";
import { aQueuedRecording, preparationOf, processesIn, versionFiles } from "../../../support/preparing";
import { picture, sample, tone } from "../../../support/samples";
import { expect, test } from "../../../support/test-app";

/** What a file may name to have it read: a file of this machine, and an address. */
type Bait = { file: string; address: string };

type HostileFile = {
  name: string;
  contentType: string;
  content: (bait: Bait) => Promise<Buffer> | Buffer;
  refusal: string;
};

const text = (lines: string[]) => Buffer.from(`${lines.join("\n")}\n`);
const damaged = "This file can’t be read";

const video = () => sample("mp4", [...picture(), ...tone(), "-c:v", "mpeg4", "-c:a", "aac", "-movflags", "+faststart"]);

/** Makes a film's first track refer to another file, as editing programs do. */
async function referring({ file }: Bait): Promise<Buffer> {
  const own = await sample("mov", [...picture("64x64", 1, 5), "-c:v", "mpeg4"]);
  const at = own.indexOf("dref");
  // A reference by name: "alis", with the flag of a film of its own taken away.
  const name = Buffer.from(file);
  const alias = Buffer.alloc(150 + 8 + name.length + 4);
  alias.writeUInt16BE(2, 150);
  alias.writeUInt16BE(name.length, 152);
  name.copy(alias, 154);
  alias.writeInt16BE(-1, 154 + name.length + (name.length % 2));
  const entry = Buffer.concat([Buffer.alloc(4), Buffer.from("alis"), Buffer.alloc(4), alias]);
  entry.writeUInt32BE(entry.length);
  const changed = Buffer.concat([own.subarray(0, at + 12), entry, own.subarray(at + 24)]);
  changed.writeUInt32BE(16 + entry.length, at - 4);
  return growAround(changed, at, entry.length - 12);
}

/** Corrects the sizes of the boxes that hold a place whose content has grown. */
function growAround(file: Buffer, place: number, by: number): Buffer {
  for (const box of ["moov", "trak", "mdia", "minf", "dinf"]) {
    const at = file.lastIndexOf(box, place);
    file.writeUInt32BE(file.readUInt32BE(at - 4) + by, at - 4);
  }
  return file;
}

/** Makes a film say that its picture is one pixel wide: two sizes of two bytes become one of one and one of three. */
async function thin(): Promise<Buffer> {
  const film = Buffer.from(await sample("mkv", [...picture("320x320", 1, 5), "-c:v", "ffv1"]));
  const at = film.indexOf(Buffer.from("b0820140ba820140", "hex"));
  Buffer.from("b08101ba830f4240", "hex").copy(film, at);
  return film;
}

const files: HostileFile[] = [
  {
    name: "a playlist named MP4",
    contentType: "video/mp4",
    content: ({ address, file }) =>
      text([
        "#EXTM3U",
        "#EXT-X-TARGETDURATION:5",
        "#EXTINF:5,",
        address,
        "#EXTINF:5,",
        `file:${file}`,
        "#EXT-X-ENDLIST",
      ]),
    refusal: damaged,
  },
  {
    name: "a list of files to join",
    contentType: "video/webm",
    content: ({ file }) => text(["ffconcat version 1.0", `file ${file}`]),
    refusal: damaged,
  },
  {
    name: "a manifest that names an address",
    contentType: "audio/mpeg",
    content: ({ address }) => text(['<MPD type="static"><Period><BaseURL>', `${address}</BaseURL></Period></MPD>`]),
    refusal: damaged,
  },
  { name: "a film that refers to another file", contentType: "video/quicktime", content: referring, refusal: "" },
  {
    name: "a renamed SVG",
    contentType: "video/mp4",
    content: ({ address }) => text([`<svg xmlns="http://www.w3.org/2000/svg"><image href="${address}"/></svg>`]),
    refusal: damaged,
  },
  {
    name: "a picture of 1 × 1,000,000 pixels",
    contentType: "video/matroska",
    content: thin,
    refusal: "The picture of this video has 1 × 1,000,000 pixels. Please export it with at most 1920 × 1080",
  },
  {
    name: "a film without a length",
    contentType: "video/webm",
    content: () => sample("webm", [...picture("64x64", 1, 5), "-c:v", "libvpx", "-live", "1"]),
    refusal: "This file does not say how long it is. Please export it again",
  },
  {
    name: "a film that is cut off before its index",
    contentType: "video/mp4",
    content: async () => {
      const whole = await sample("mp4", [...picture(), "-c:v", "mpeg4"]);
      return whole.subarray(0, whole.length / 2);
    },
    refusal: damaged,
  },
  {
    name: "a film that is cut off behind its index",
    contentType: "video/mp4",
    content: async () => {
      const whole = await sample("mp4", [...picture("320x180", 8), "-c:v", "mpeg4", "-movflags", "+faststart"]);
      return whole.subarray(0, whole.length / 2);
    },
    refusal: "This file ends after 0:0",
  },
  {
    name: "a film of which all but the index is noise",
    contentType: "video/mp4",
    content: async () => {
      const whole = Buffer.from(await video());
      whole.fill(0xff, whole.indexOf("mdat") + 4);
      return whole;
    },
    refusal: "",
  },
  {
    name: "a sound as a video",
    contentType: "video/mp4",
    content: () => sample("m4a", tone(1)),
    refusal: "There is no picture in this video. Please upload it as the recording’s sound",
  },
  { name: "nothing", contentType: "video/mp4", content: () => Buffer.alloc(0), refusal: damaged },
];

test.for(files)("refuses $name in words, reads nothing else and leaves no process", async (file, { app }) => {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? "");
    response.end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const bait = { file: path.join(app.services.settings.dataDir, "bait.mp4"), address: "" };
  bait.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bait.mp4`;
  await writeFile(bait.file, await video());

  const content = await file.content(bait);
  const id = await aQueuedRecording(app.services, { video: { content, contentType: file.contentType } });
  await app.runJobs();
  const preparation = await preparationOf(app.services, id);
  expect(preparation?.state).toBe("failed");
  expect(preparation?.failure).toContain(file.refusal);
  expect(preparation?.failure).toMatch(/Please/);
  expect(visits).toEqual([]);
  expect(await versionFiles(app.services)).toEqual({ rows: [], stored: [] });
  expect(await processesIn(app.services.settings.dataDir)).toEqual([]);
});
