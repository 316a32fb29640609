import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { addAbortSignal, type Readable } from "node:stream";
import type { Settings } from "../../core/env";
import { openS3Client } from "../../core/s3-client";
import type { Storage } from "../../core/services";
import { checkedKey, FileMissingError } from "./storage-key";

type S3Settings = NonNullable<Settings["s3"]>;

/** A stream occupies a connection while its client reads. */
const maxConnections = 1000;
const connectionTimeout = 5000;

export async function createS3Storage(settings: S3Settings): Promise<Storage> {
  const agent = { keepAlive: true, maxSockets: maxConnections };
  const client = await openS3Client(settings, {
    requestHandler: { connectionTimeout, httpAgent: agent, httpsAgent: agent },
  });
  const { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } =
    await import("@aws-sdk/client-s3");
  const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
  const objectAt = (key: string) => ({ Bucket: settings.bucket, Key: checkedKey(key) });
  return {
    async stat(key) {
      const found = await client.send(new HeadObjectCommand(objectAt(key))).catch(nullIfNotThere);
      return found && { bytes: found.ContentLength ?? 0 };
    },

    async read(key, range, signal) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const found = await client.send(new GetObjectCommand({ ...objectAt(key), Range })).catch(nullIfNotThere);
      if (!found) throw new FileMissingError(key);
      const body = found.Body as Readable;
      return signal ? addAbortSignal(signal, body) : body;
    },

    async save(key, path) {
      const { size } = await stat(path);
      const content = { Body: createReadStream(path), ContentLength: size };
      await client.send(new PutObjectCommand({ ...objectAt(key), ...content }));
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(objectAt(key)));
    },

    signAddress: (key, { seconds, contentType, disposition }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...objectAt(key),
          ResponseContentType: contentType,
          ResponseContentDisposition: disposition,
          ResponseCacheControl: "private, no-store",
        }),
        { expiresIn: seconds },
      ),
  };
}

function nullIfNotThere(error: unknown): null {
  if (error instanceof Error && ["NotFound", "NoSuchKey"].includes(error.name)) return null;
  throw error;
}
