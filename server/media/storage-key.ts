import { DomainError } from "../core/errors";

/** One folder and one name, in letters, digits, hyphens and a dot before the extension: nothing that leads elsewhere. */
const wellFormed = /^[a-z]+\/[a-z0-9-]+\.[a-z0-9]+$/;

/** Answers the key unchanged. Throws when it could lead out of the storage. */
export function checkedKey(key: string): string {
  if (!wellFormed.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}

/** The database knows of a file that the storage does not have. */
export class FileNotThere extends Error {
  override name = "FileNotThere";

  constructor(key: string, options?: ErrorOptions) {
    super(`no file ${key} in the storage`, options);
  }
}

/** What the operating system says of a disk that is full, out of quota, or read-only, and of a file that may not grow. */
const codes = new Set<unknown>(["ENOSPC", "EDQUOT", "EROFS", "EFBIG"]);

const message = "The file could not be stored: the server's disk is full or read-only. Please try again later.";

/** Returns the refusal `storage_full` for an error of the disk, with the error as its cause, and any other as it is. */
export function storageError(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && codes.has(cause.code)) return storageFull(error);
  }
  return error;
}

export const storageFull = (cause: unknown): DomainError => new DomainError("storage_full", message, { cause });
