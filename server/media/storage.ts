import type { Readable } from "node:stream";
import type { Settings } from "../core/env";
import { createDiskStorage } from "./disk-storage";
import { createS3Storage } from "./s3-storage";

/** Bytes of a file, both ends included, as ranges are counted in HTTP. */
export type ByteRange = { start: number; end: number };

/** What a signed address answers with, whatever the store itself knows of the file. */
export type SignedAnswer = { seconds: number; contentType: string };

/**
 * Where the files of media_files lie: on the local disk, or in an S3-compatible store. A key is one folder and a name,
 * such as `video/5f0c….webm`; anything else is refused with an Error, for keys never come from visitors unchecked.
 */
export type Storage = {
  /** The file's size; null when there is none. */
  stat(key: string): Promise<{ bytes: number } | null>;
  /** Opens the file, or a part of it. Whoever asks must read it to the end or destroy it. Throws a FileNotThere. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Keeps a file of this machine under the key: whole or not at all. Keeping the same one again changes nothing. */
  keep(key: string, path: string): Promise<void>;
  /** Removes the file; removing what is not there changes nothing. */
  remove(key: string): Promise<void>;
  /** An address that gives the file to whoever has it, for a while. Only stores that answer by themselves have it. */
  signAddress?(key: string, answer: SignedAnswer): Promise<string>;
};

/** The storage that the settings name: the S3-compatible store, else the disk below DATA_DIR. */
export async function openStorage({ s3, dataDir }: Settings): Promise<Storage> {
  return s3 ? createS3Storage(s3) : createDiskStorage(dataDir);
}
