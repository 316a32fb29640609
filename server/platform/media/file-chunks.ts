import type { FileHandle } from "node:fs/promises";
import type { ByteRange } from "../../core/services";

/** Larger chunks cost less CPU time, but each slow client occupies one. */
const chunkBytes = 512 * 1024;

/** Buffers of finished files: a process with a grown heap is three times slower with a new buffer for each chunk. */
const spare: Buffer[] = [];
const maxSpare = 32;

/**
 * Reads a file, or `range` of it, through one buffer and closes it. A chunk is valid until the next one is requested.
 * Throws an Error if the file ends within `range`.
 */
export async function* fileChunks(file: FileHandle, range?: ByteRange): AsyncGenerator<Uint8Array, void, undefined> {
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
  const end = range ? range.end + 1 : Infinity;
  let isComplete = false;
  try {
    for (let position = range?.start ?? 0; position < end;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - position), position);
      if (bytesRead === 0 && range) throw new Error(`The file ends at byte ${position} instead of ${end}`);
      if (bytesRead === 0) break;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    isComplete = true;
  } finally {
    await file.close();
    // After an interruption, the operating system may still be sending from the buffer.
    if (isComplete && spare.length < maxSpare) spare.push(buffer);
  }
}
