import type { Storage } from "../../core/services";

/** Returns the content of a small file. Throws a FileMissingError. */
export async function readWhole({ storage }: { storage: Storage }, key: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // The memory of a chunk is used again.
  for await (const chunk of await storage.read(key)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
