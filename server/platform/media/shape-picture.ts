import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Metadata, Sharp } from "sharp";
import { DomainError } from "../../core/errors";
import type { Storage } from "../../core/services";
import { type MediaKind, wrongType } from "./media-kinds";
import { readWhole } from "./read-whole";
import { pictureWidths } from "./renditions";

/** A file of a picture that was written anew, in a folder beside the upload. `suffix` ends its name in the storage. */
export type ShapedFile = {
  path: string;
  suffix: string;
  extension: string;
  contentType: string;
  bytes: number;
  width: number;
  height: number;
};

type Source = { picture: Sharp; facts: Metadata };
type Draft = { picture: Sharp; suffix: string; extension: keyof typeof contentTypes };

/** Returns what is written; the first file stands for the picture. */
type Shape = (source: Source) => Draft[] | Promise<Draft[]>;

const contentTypes = { jpg: "image/jpeg", png: "image/png", webp: "image/webp" };

const longestSide = Math.max(...pictureWidths);
const sharePictureSize = { width: 1200, height: 630 } as const;
const leastShareSize = { width: 600, height: 315 } as const;

const shapes: Partial<Record<MediaKind, Shape>> = {
  image: shapeImage,
  download: shapeDownload,
  /** Its size is twice that in which the home page shows it. */
  portrait({ picture }) {
    const square = picture.autoOrient().resize(400, 400, { fit: "cover", position: "attention" });
    return [{ picture: square.webp({ quality: 82 }), suffix: "", extension: "webp" }];
  },
  /** Its size is twice that in which headers show it. PNG, because not all mail programs show WebP. */
  logo({ picture }) {
    const small = picture.autoOrient().resize(480, 96, { fit: "inside", withoutEnlargement: true });
    const png = small.png({ palette: true, quality: 95, effort: 9, compressionLevel: 9 });
    return [{ picture: png, suffix: "", extension: "png" }];
  },
  share({ picture, facts }) {
    refuseTooSmall(facts);
    const { width, height } = sharePictureSize;
    const cut = picture.autoOrient().resize(width, height, { fit: "cover", position: "attention" });
    const jpeg = cut.flatten({ background: "#fcf9f3" }).jpeg({ quality: 84, mozjpeg: true });
    return [{ picture: jpeg, suffix: "", extension: "jpg" }];
  },
};

/** Decodes once, to the largest size. JPEG knows no transparency: the ground is white there. */
async function shapeImage({ picture }: Source): Promise<Draft[]> {
  const { default: sharp } = await import("sharp");
  const inside = { fit: "inside", withoutEnlargement: true } as const;
  const { data, info: raw } = await picture
    .autoOrient()
    .resize(longestSide, longestSide, inside)
    .toColourspace("srgb")
    .timeout({ seconds: patienceSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return pictureWidths.toReversed().flatMap((width): Draft[] => {
    const suffix = `-${width}`;
    const sized = sharp(data, { raw }).resize(width, longestSide, inside);
    const jpeg = sized.clone().flatten({ background: "#fff" }).jpeg({ quality: 80, mozjpeg: true });
    return [
      { picture: jpeg, suffix, extension: "jpg" },
      { picture: sized.webp({ quality: 78 }), suffix, extension: "webp" },
    ];
  });
}

/** Keeps size, type, depth and frames: this is what people have bought. */
function shapeDownload({ picture, facts: { format, depth, pages = 1 } }: Source): Draft[] {
  const suffix = "-clean";
  // Pictures with frames have no orientation.
  const turned = pages > 1 ? picture : picture.autoOrient();
  if (format === "jpeg") return [{ picture: turned.jpeg({ quality: 95 }), suffix, extension: "jpg" }];
  if (format === "webp") return [{ picture: turned.webp({ quality: 95 }), suffix, extension: "webp" }];
  const deep = depth === "ushort" ? turned.toColourspace("rgb16") : turned;
  return [{ picture: deep.png(), suffix, extension: "png" }];
}

/** More than the cameras of phones take. */
const maxPixels = 50_000_000;
const patienceSeconds = 20;

/** The decoder goes by the content as well, and knows formats that carry scripts. */
const formats = ["jpeg", "png", "webp", "heif", "gif"];

/** Returns whether files of a kind are written anew when they are of this type. */
export const isShaped = (kind: MediaKind, contentType: string): boolean =>
  shapes[kind] !== undefined && contentType.startsWith("image/");

type Picture = {
  path: string;
  kind: MediaKind;
  /** Whether it has been shown for long: then what can be read of a broken one is kept. */
  isOld?: boolean;
};

/** Decodes a picture and writes it anew: turned, without metadata, in the sizes in which it is shown. Throws invalid. */
export const shapePicture = (picture: Picture): Promise<ShapedFile[]> =>
  inTurn(() =>
    shape(picture).catch((cause: unknown) => {
      throw cause instanceof DomainError ? cause : new DomainError("invalid", unreadable, { cause });
    }),
  );

const unreadable = `This picture can’t be read, or has more than ${maxPixels / 1_000_000} million pixels. Please choose another file.`;

let last: Promise<unknown> = Promise.resolve();

/** One picture at a time: each takes memory for all its pixels. */
function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

async function shape({ path: file, kind, isOld = false }: Picture): Promise<ShapedFile[]> {
  const { default: sharp } = await import("sharp");
  const failOn = isOld ? "none" : "error";
  const picture = sharp(file, { limitInputPixels: maxPixels, failOn, animated: kind === "download" });
  const facts = await picture.metadata();
  if (!formats.includes(facts.format)) throw new DomainError("invalid", wrongType[kind]);
  const drafts = await shapes[kind]?.({ picture, facts });
  if (!drafts) throw new Error(`no picture is shaped for ${kind}`);
  const folder = `${file}.shaped`;
  await mkdir(folder, { recursive: true });
  const files: ShapedFile[] = [];
  for (const { picture: written, suffix, extension } of drafts) {
    const place = path.join(folder, `picture${suffix}.${extension}`);
    const { width, height, size: bytes } = await written.timeout({ seconds: patienceSeconds }).toFile(place);
    files.push({ path: place, suffix, extension, contentType: contentTypes[extension], bytes, width, height });
  }
  return files;
}

/** Returns the size of a stored picture that was shaped. */
export async function sizeOfPicture(storage: Storage, key: string): Promise<{ width: number; height: number }> {
  const content = await readWhole({ storage }, key);
  const { default: sharp } = await import("sharp");
  const { width, height } = await sharp(content).metadata();
  return { width, height };
}

function refuseTooSmall({ autoOrient: { width, height } }: Metadata): void {
  const least = leastShareSize;
  if (width >= least.width && height >= least.height) return;
  throw new DomainError(
    "invalid",
    `This picture has ${width} × ${height} pixels. Please choose one of at least ${least.width} × ${least.height}.`,
  );
}
