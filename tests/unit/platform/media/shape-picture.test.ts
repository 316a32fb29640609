import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { one } from "@db/one";
import { shapePicture } from "@server/platform/media/shape-picture";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "breathroom-shape-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function aFileOf(content: Buffer | string): Promise<string> {
  // A name of its own: the decoder keeps what it has read of a file.
  const file = path.join(folder, randomUUID());
  await writeFile(file, content);
  return file;
}

const samples = "tests/fixtures/pictures";

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
  const shaped = one(await shapePicture({ path: await aFileOf(upload), kind }), "picture");
  const content = await readFile(shaped.path);
  const { width, height, exif, orientation, format } = await sharp(content).metadata();
  expect([[width, height], exif, orientation]).toEqual([size, undefined, undefined]);
  expect([shaped.contentType, content.includes("GPS")]).toEqual([contentType, false]);
  expect(`image/${format}`).toBe(contentType);
});

test("a logo keeps its transparency and is never enlarged", async () => {
  const path = await aFileOf(await drawn(60, 30).png().toBuffer());
  const { path: file } = one(await shapePicture({ path, kind: "logo" }), "picture");
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
  await expect(shapePicture({ path: await aFileOf(await content()), kind: "share" })).rejects.toThrow(message);
});

test("refuses a picture of 300 million pixels and half a photo with one message for all uses", async () => {
  const refusals = new Set<string>();
  for (const kind of ["image", "portrait", "logo", "download"] as const) {
    for (const name of ["300-megapixels.png", "truncated.jpg"]) {
      const path = await aFileOf(await readFile(`${samples}/${name}`));
      await shapePicture({ path, kind }).catch((error: Error) => refusals.add(error.message));
    }
  }
  expect([...refusals]).toEqual([
    "This picture can’t be read, or has more than 50 million pixels. Please choose another file.",
  ]);
});

test("keeps what can be read of half a photo that was shown before", async () => {
  const path = await aFileOf(await readFile(`${samples}/truncated.jpg`));
  expect(await shapePicture({ path, kind: "image", isOld: true })).toHaveLength(6);
});

test("writes an image in three widths as JPEG and WebP, turned, at most 1,600 pixels and without metadata", async () => {
  const files = await shapePicture({ path: await aFileOf(await photo(4000, 3000)), kind: "image" });
  expect(files.map(({ suffix, extension, width, height }) => `${suffix}.${extension}: ${width} × ${height}`)).toEqual([
    ...["-1600.jpg: 1200 × 1600", "-1600.webp: 1200 × 1600", "-960.jpg: 960 × 1280", "-960.webp: 960 × 1280"],
    ...["-480.jpg: 480 × 640", "-480.webp: 480 × 640"],
  ]);
  for (const file of files) {
    const content = await readFile(file.path);
    expect([content.length, content.includes("Exif"), content.includes("GPS")]).toEqual([file.bytes, false, false]);
    expect(await sharp(content).metadata()).toMatchObject({ width: file.width, space: "srgb", depth: "uchar" });
  }
});

test.each(["cmyk.jpg", "16-bit.png", "alpha.webp", "animated.gif"])(
  "writes %s in colours that each browser shows, and never enlarged",
  async (name) => {
    const upload = await readFile(`${samples}/${name}`);
    const { width: most } = await sharp(upload).metadata();
    for (const file of await shapePicture({ path: await aFileOf(upload), kind: "image" })) {
      const { space, depth, width, pages = 1, hasAlpha } = await sharp(file.path).metadata();
      expect([space, depth, pages]).toEqual(["srgb", "uchar", 1]);
      expect(width).toBeLessThanOrEqual(most);
      if (name === "alpha.webp") expect(hasAlpha).toBe(file.extension === "webp");
    }
  },
);

test.each([
  { name: "photo-with-position.jpg", facts: { format: "jpeg", depth: "uchar" } },
  { name: "16-bit.png", facts: { format: "png", depth: "ushort" } },
  { name: "alpha.webp", facts: { format: "webp", hasAlpha: true } },
])("keeps size, type and depth of $name that is offered, and nothing that a camera wrote", async ({ name, facts }) => {
  const upload = await readFile(`${samples}/${name}`);
  const { autoOrient } = await sharp(upload).metadata();
  const file = one(await shapePicture({ path: await aFileOf(upload), kind: "download" }), "picture");
  expect(await sharp(file.path).metadata()).toMatchObject({ ...facts, ...autoOrient });
  const { exif, xmp, iptc, orientation } = await sharp(file.path).metadata();
  expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
});
