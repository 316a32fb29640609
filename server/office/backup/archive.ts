import { createReadStream, createWriteStream } from "node:fs";
import { once } from "node:events";
import { open, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import { extract, type Pack, pack } from "tar-stream";
import { StartError } from "@db/errors";
import type { FileChunks } from "../../core/services";

export type Archive = {
  add(name: string, content: Buffer): Promise<void>;
  addFile(name: string, bytes: number, content: FileChunks): Promise<void>;
};

type Options = { passphrase?: string | undefined };

/** 64 MB of memory and a quarter of a second for each try of a passphrase. */
const workFactor = 16;

/** Writes a tar file, encrypted as by `age` if there is a passphrase. A failure leaves no file. */
export async function writeArchive(
  place: string,
  { passphrase }: Options,
  fill: (archive: Archive) => Promise<void>,
): Promise<{ bytes: number }> {
  const draft = `${place}.unfinished`;
  const tar = pack();
  const file = createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true });
  const written = passphrase ? pipeline(await encryptArchive(tar, passphrase), file) : pipeline(tar, file);
  const broken = written.then(() => new Promise<never>(() => undefined));
  const filled = fill(archiveIn(tar, broken)).then(
    () => tar.finalize(),
    (error: unknown) => {
      tar.destroy(error as Error);
      throw error;
    },
  );
  try {
    await Promise.all([filled, written]);
    await rename(draft, place);
    return { bytes: (await stat(place)).size };
  } catch (error) {
    await Promise.allSettled([filled, written]);
    await rm(draft, { force: true });
    throw error;
  }
}

async function encryptArchive(tar: Pack, passphrase: string): Promise<Readable> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  const plain = ReadableStream.from(tar) as unknown as globalThis.ReadableStream<Uint8Array>;
  return Readable.fromWeb((await encrypter.encrypt(plain)) as unknown as ReadableStream<Uint8Array>);
}

function archiveIn(tar: Pack, broken: Promise<never>): Archive {
  const mode = 0o600;
  return {
    add: (name, content) => Promise.race([broken, promisify((done) => void tar.entry({ name, mode }, content, done))]),

    async addFile(name, size, content) {
      const { sink, done } = startFile(tar, { name, size, mode });
      for await (const chunk of content) {
        // The chunk's memory is used again for the next one.
        const isTaken = sink.write(Buffer.from(chunk));
        if (!isTaken) await Promise.race([broken, done, once(sink, "drain")]);
      }
      sink.end(null);
      await Promise.race([broken, done]);
    },
  };
}

function startFile(tar: Pack, header: { name: string; size: number; mode: number }) {
  let sink: ReturnType<Pack["entry"]> | undefined;
  const done = promisify((end) => void (sink = tar.entry(header, end)));
  if (!sink) throw new Error("the archive is closed");
  done.catch(() => undefined);
  return { sink, done };
}

const promisify = (start: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));

const ageMagic = "age-encryption.org/v1";

/** Reads a file that `writeArchive` wrote, piece by piece. Throws a StartError if it is damaged or needs a passphrase. */
export async function readArchive(
  place: string,
  { passphrase }: Options,
  onPiece: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const file = createReadStream(place);
  const tar = extract();
  let ownError: unknown;
  const fed = (await isEncrypted(place))
    ? decryptArchive(file, passphrase).then((plain) => pipeline(plain, tar))
    : pipeline(file, tar);
  fed.catch((error: Error) => tar.destroy(error));
  try {
    for await (const entry of tar) {
      await onPiece(entry.header.name, whole(entry as AsyncIterable<Buffer>, place)).catch((error: unknown) => {
        ownError = error;
        throw error;
      });
      entry.resume();
    }
    await fed;
  } catch (cause) {
    if (ownError !== undefined) throw ownError;
    throw damageError(place, cause);
  } finally {
    file.destroy();
    await fed.catch(() => undefined);
  }
}

async function* whole(content: AsyncIterable<Buffer>, place: string) {
  try {
    yield* content;
  } catch (cause) {
    throw damageError(place, cause);
  }
}

export function damageError(place: string, cause: unknown): StartError {
  if (cause instanceof StartError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartError(`${place} is damaged or not a backup: ${reason}.`, { cause });
}

export async function isEncrypted(place: string): Promise<boolean> {
  const file = await open(place).catch((cause: Error) => {
    throw new StartError(`${place} can't be read: ${cause.message}`, { cause });
  });
  const { buffer, bytesRead } = await file.read(Buffer.alloc(ageMagic.length)).finally(() => file.close());
  return buffer.toString("latin1", 0, bytesRead) === ageMagic;
}

async function decryptArchive(file: Readable, passphrase: string | undefined): Promise<Readable> {
  if (!passphrase) throw new StartError("This backup is encrypted; set BACKUP_PASSPHRASE to its passphrase.");
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const sealed = Readable.toWeb(file) as unknown as globalThis.ReadableStream<Uint8Array>;
  const plain = await decrypter.decrypt(sealed).catch((cause: unknown) => {
    throw new StartError("BACKUP_PASSPHRASE is not the passphrase of this backup.", { cause });
  });
  return Readable.fromWeb(plain as unknown as ReadableStream<Uint8Array>);
}
