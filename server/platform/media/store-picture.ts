import { DomainError } from "../../core/errors";
import type { Storage } from "../../core/services";
import type { MediaFile } from "./media-kinds";
import type { ShapedFile } from "./shape-picture";

type PictureRef = Pick<MediaFile, "id" | "kind">;

const keyOf = ({ id, kind }: PictureRef, { suffix, extension }: ShapedFile) => `${kind}/${id}${suffix}.${extension}`;

/** Returns what the row of a picture says of its files. */
export function storedPicture(picture: PictureRef, files: ShapedFile[]) {
  const [main] = files;
  if (!main) throw new DomainError("invalid", "The file is empty.");
  return {
    storageKey: keyOf(picture, main),
    contentType: main.contentType,
    bytes: main.bytes,
    renditions: files.map((file) => ({
      key: keyOf(picture, file),
      bytes: file.bytes,
      width: file.width,
      height: file.height,
    })),
  };
}

/** Stores the files of a picture. Storing them again changes nothing. */
export async function savePicture(storage: Storage, picture: PictureRef, files: ShapedFile[]): Promise<void> {
  for (const file of files) await storage.save(keyOf(picture, file), file.path);
}
