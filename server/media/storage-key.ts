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
