import { promisify } from "node:util";
import { inflate } from "node:zlib";

const unpack = promisify(inflate);
const headerBytes = 44;
const entryBytes = 20;

/** Returns a font's file without the compression of the web (WOFF 1.0): the library would take seconds for a large one. */
export async function unpackWoff(woff: Buffer): Promise<Buffer> {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const parts: Uint8Array[] = [directory];
  let at = directory.length;
  for (let nth = 0; nth < count; nth += 1) {
    const entry = headerBytes + nth * entryBytes;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field));
    const bytes = woff.subarray(offset, (offset ?? 0) + (packed ?? 0));
    const table = packed === length ? bytes : await unpack(bytes);
    const into = 12 + 16 * nth;
    woff.copy(directory, into, entry, entry + 4);
    woff.copy(directory, into + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(at, into + 8);
    directory.writeUInt32BE(table.length, into + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    at += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
