import { createHash, type Hash } from "node:crypto";
import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import type { z } from "zod";
import { StartError } from "@db/errors";
import { damageError, readArchive } from "./archive";
import { type Header, headerSchema, type Manifest, manifestSchema, names, pieceOf } from "./manifest";
import { countLines } from "./write-backup";

export type Backup = { header: Header; manifest: Manifest };

type Reader = {
  /** Gets the rows of a table in the format of COPY, in any number of chunks. */
  onRows?: (table: string, rows: AsyncIterable<Buffer>) => Promise<void>;
  onFile?: (key: string, content: AsyncIterable<Buffer>) => Promise<void>;
};

type Tally = { hash: Hash; rows: number; bytes: number };

/** Reads a whole backup and checks every count and checksum. Throws a StartError that names the first difference. */
export async function readBackup(place: string, passphrase: string | undefined, reader: Reader = {}): Promise<Backup> {
  const tables = new Map<string, Tally>();
  const files = new Map<string, Tally>();
  const others = new Map<string, Buffer>();
  await readArchive(place, { passphrase }, async (name, content) => {
    const piece = pieceOf(name);
    if (piece.kind === "rows") {
      const rows = tallyChunks(gunzipChunks(content, place), tallyOf(tables, piece.table));
      await (reader.onRows ? reader.onRows(piece.table, rows) : drain(rows));
    } else if (piece.kind === "file") {
      const bytes = tallyChunks(content, tallyOf(files, piece.key));
      await (reader.onFile ? reader.onFile(piece.key, bytes) : drain(bytes));
    } else {
      others.set(name, await collect(content));
    }
  });
  const header = parse(headerSchema, others.get(names.header), place);
  const content = others.get(names.manifest);
  const digest = content && createHash("sha256").update(content).digest("hex");
  if (!digest || others.get(names.manifestDigest)?.toString() !== digest) {
    throw new StartError(`${place} is damaged or incomplete: its list of contents is missing or was changed.`);
  }
  const manifest = parse(manifestSchema, content, place);
  const difference = findDifference(manifest, tables, files);
  if (difference) throw new StartError(`${place} is damaged: ${difference}.`);
  return { header, manifest };
}

function tallyOf(all: Map<string, Tally>, name: string): Tally {
  const tally = all.get(name) ?? { hash: createHash("sha256"), rows: 0, bytes: 0 };
  all.set(name, tally);
  return tally;
}

async function* tallyChunks(chunks: AsyncIterable<Buffer>, tally: Tally) {
  for await (const chunk of chunks) {
    tally.hash.update(chunk);
    tally.rows += countLines(chunk);
    tally.bytes += chunk.length;
    yield chunk;
  }
}

async function* gunzipChunks(content: AsyncIterable<Buffer>, place: string) {
  const unzip = createGunzip();
  const fed = pipeline(content, unzip);
  fed.catch(() => undefined);
  try {
    yield* unzip as AsyncIterable<Buffer>;
    await fed;
  } catch (cause) {
    throw damageError(place, cause);
  }
}

/** Reads to the end, so that the checksum is known. */
export async function drain(chunks: AsyncIterable<Buffer>): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  while (!(await iterator.next()).done);
}

const largestList = 256 * 1024 * 1024;

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > largestList) throw new StartError("This is no backup: its list of contents is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse<Schema extends z.ZodType>(schema: Schema, content: Buffer | undefined, place: string): z.infer<Schema> {
  const parsed = schema.safeParse(content && jsonIn(content));
  if (parsed.success) return parsed.data;
  throw new StartError(`${place} is not a backup that this version of Breathroom can read.`);
}

function jsonIn(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString("utf8"));
  } catch {
    return undefined;
  }
}

function findDifference(manifest: Manifest, tables: Map<string, Tally>, files: Map<string, Tally>): string | undefined {
  const empty = createHash("sha256").digest("hex");
  const digests = new Map([...tables, ...files].map(([name, { hash }]) => [name, hash.digest("hex")]));
  const wrongTable = manifest.tables.find(
    ({ name, rows, sha256 }) => rows !== (tables.get(name)?.rows ?? 0) || sha256 !== (digests.get(name) ?? empty),
  );
  if (wrongTable) return `the rows of ${wrongTable.name} are not those that were saved`;
  const included = manifest.files.filter(({ state }) => state === "included");
  const wrongFile = included.find(({ key, bytes, sha256 }) => {
    const found = files.get(key);
    return bytes !== found?.bytes || sha256 !== digests.get(key);
  });
  if (wrongFile) return `the file ${wrongFile.key} is not the one that was saved`;
  const known = new Set([...manifest.tables.map(({ name }) => name), ...included.map(({ key }) => key)]);
  const unknown = [...digests.keys()].find((name) => !known.has(name));
  return unknown === undefined ? undefined : `it holds ${unknown}, which its list of contents does not name`;
}
