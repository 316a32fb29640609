import { DomainError } from "../../core/errors";

const wellFormed = /^[a-z]+\/[a-z0-9-]+\.[a-z0-9]+$/;

/** Throws if the key could lead out of the storage. */
export function checkedKey(key: string): string {
  if (!wellFormed.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}

export class FileMissingError extends Error {
  override name = "FileMissingError";

  constructor(key: string, options?: ErrorOptions) {
    super(`no file ${key} in the storage`, options);
  }
}

/** A full, read-only or quota-limited disk, or a file size limit. */
const codes = new Set<unknown>(["ENOSPC", "EDQUOT", "EROFS", "EFBIG"]);

const message = "The file could not be stored: the server's disk is full or read-only. Please try again later.";

/** Converts disk errors to storage_full; returns any other error unchanged. */
export function storageError(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && codes.has(cause.code)) return storageFull(error);
  }
  return error;
}

export const storageFull = (cause: unknown): DomainError => new DomainError("storage_full", message, { cause });
