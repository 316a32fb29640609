import { mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { shapePicture } from "@server/platform/media/shape-picture";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "breathroom-shape-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function aFileOf(content: Buffer | string): Promise<string> {
  const file = path.join(folder, "upload");
  await writeFile(file, content);
  return file;
}

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 122, g: 46, b: 142, alpha: 0.5 } } });

/** A photo that was taken with the camera turned, and where. */
const photo = (width: number, height: number) =>
  drawn(width, height)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();

test.each([
  { kind: "portrait", contentType: "image/webp", size: [400, 400] },
  { kind: "logo", contentType: "image/png", size: [72, 96] },
  { kind: "share", contentType: "image/jpeg", size: [1200, 630] },
] as const)("a $kind has the size in which it is shown, and no metadata", async ({ kind, contentType, size }) => {
  const upload = await photo(1600, 1200);
  expect(upload.includes("Exif")).toBe(true);
  const shaped = await shapePicture(await aFileOf(upload), kind);
  const content = await readFile(shaped.path);
  const { width, height, exif, orientation, format } = await sharp(content).metadata();
  expect([[width, height], exif, orientation]).toEqual([size, undefined, undefined]);
  expect([shaped.contentType, content.includes("GPS")]).toEqual([contentType, false]);
  expect(`image/${format}`).toBe(contentType);
});

test("a logo keeps its transparency and is never enlarged", async () => {
  const { path: file } = await shapePicture(await aFileOf(await drawn(60, 30).png().toBuffer()), "logo");
  expect(await sharp(file).metadata()).toMatchObject({ width: 60, height: 30, hasAlpha: true });
});

const script = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"/>';

/** A PNG that claims a size, with next to no content. */
function aPngOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(13, Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]));
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", size),
    chunk("IDAT", deflateSync("")),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test.each([
  { what: "an SVG", content: () => script, message: "This type of picture can’t be used" },
  { what: "a text", content: () => "no picture", message: "This picture can’t be read" },
  { what: "a damaged picture", content: () => aPngOf(900, 900), message: "This picture can’t be read" },
  { what: "a picture of 64 million pixels", content: () => aPngOf(8000, 8000), message: "more than 50 million" },
  { what: "a small picture", content: () => drawn(599, 400).png().toBuffer(), message: "has 599 × 400 pixels" },
])("refuses $what as a share picture", async ({ content, message }) => {
  await expect(shapePicture(await aFileOf(await content()), "share")).rejects.toThrow(message);
});
