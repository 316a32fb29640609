import type { Sharp } from "sharp";
import { DomainError } from "../../core/errors";
import type { Storage } from "../../core/services";
import { extensionsOf, type MediaKind, wrongType } from "./media-kinds";
import { readWhole } from "./read-whole";

/** The picture as it is kept: beside the upload, with another name. */
type ShapedPicture = { path: string; contentType: string; extension: string };

type Shape = {
  least?: { width: number; height: number };
  resize: (picture: Sharp) => Sharp;
  contentType: string;
};

const sharePictureSize = { width: 1200, height: 630 } as const;

const shapes: Partial<Record<MediaKind, Shape>> = {
  /** Its size is twice that in which the home page shows it. */
  portrait: {
    resize: (picture) => picture.resize(400, 400, { fit: "cover", position: "attention" }).webp({ quality: 82 }),
    contentType: "image/webp",
  },
  /** Its size is twice that in which headers show it. PNG, because not all mail programs show WebP. */
  logo: {
    resize: (picture) =>
      picture
        .resize(480, 96, { fit: "inside", withoutEnlargement: true })
        .png({ palette: true, quality: 95, effort: 9, compressionLevel: 9 }),
    contentType: "image/png",
  },
  share: {
    least: { width: 600, height: 315 },
    resize: (picture) =>
      picture
        .resize(sharePictureSize.width, sharePictureSize.height, { fit: "cover", position: "attention" })
        .flatten({ background: "#fcf9f3" })
        .jpeg({ quality: 84, mozjpeg: true }),
    contentType: "image/jpeg",
  },
};

/** More than the cameras of phones take. */
const maxPixels = 50_000_000;
const patienceSeconds = 20;

/** The decoder goes by the content as well, and knows formats that carry scripts. */
const formats = ["jpeg", "png", "webp", "heif", "gif"];

export const isShaped = (kind: MediaKind): boolean => shapes[kind] !== undefined;

/** Decodes a picture and writes it anew, in the size in which it is shown and without metadata. Throws invalid. */
export async function shapePicture(path: string, kind: MediaKind): Promise<ShapedPicture> {
  const shape = shapes[kind];
  if (!shape) throw new Error(`no picture is shaped for ${kind}`);
  const { default: sharp } = await import("sharp");
  const picture = sharp(path, { limitInputPixels: maxPixels, failOn: "error" });
  const {
    format,
    width,
    height,
    orientation = 1,
  } = await picture.metadata().catch((cause: unknown) => {
    throw new DomainError("invalid", tooLargeOrBroken(cause), { cause });
  });
  if (!formats.includes(format)) throw new DomainError("invalid", wrongType[kind]);
  const isOnItsSide = orientation >= 5;
  refuseTooSmall(isOnItsSide ? { width: height, height: width } : { width, height }, shape);
  const extension = extensionsOf[kind][shape.contentType] ?? "";
  const shaped = `${path}.shaped`;
  await shape
    .resize(picture.autoOrient())
    .timeout({ seconds: patienceSeconds })
    .toFile(shaped)
    .catch((cause: unknown) => {
      throw new DomainError("invalid", tooLargeOrBroken(cause), { cause });
    });
  return { path: shaped, contentType: shape.contentType, extension };
}

/** Returns the size of a stored picture that was shaped. */
export async function sizeOfPicture(storage: Storage, key: string): Promise<{ width: number; height: number }> {
  const content = await readWhole({ storage }, key);
  const { default: sharp } = await import("sharp");
  const { width, height } = await sharp(content).metadata();
  return { width, height };
}

function refuseTooSmall({ width, height }: { width: number; height: number }, { least }: Shape): void {
  if (!least || (width >= least.width && height >= least.height)) return;
  throw new DomainError(
    "invalid",
    `This picture has ${width} × ${height} pixels. Please choose one of at least ${least.width} × ${least.height}.`,
  );
}

function tooLargeOrBroken(cause: unknown): string {
  const isTooLarge = cause instanceof Error && /pixel limit/.test(cause.message);
  return isTooLarge
    ? `This picture has more than ${maxPixels / 1_000_000} million pixels. Please choose a smaller one.`
    : "This picture can’t be read. Please choose another file.";
}
