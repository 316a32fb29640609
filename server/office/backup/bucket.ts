import { createReadStream } from "node:fs";
import { StartError } from "@db/errors";
import type { Settings } from "../../core/env";
import { openS3Client } from "../../core/s3-client";

export type BackupBucket = {
  send(name: string, place: string): Promise<void>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
};

const folder = "backups/";
/** A part is kept in memory until it is sent. S3 takes 10,000 parts, so 160 GB. */
const partSize = 16 * 1024 * 1024;

/** Opens the bucket that BACKUP_S3_BUCKET names. Returns undefined if there is none. */
export async function openBackupBucket({ backup: { s3 } }: Settings): Promise<BackupBucket | undefined> {
  if (!s3) return undefined;
  const client = await openS3Client(s3);
  const { DeleteObjectCommand, ListObjectsV2Command } = await import("@aws-sdk/client-s3");
  const { Upload } = await import("@aws-sdk/lib-storage");
  return {
    async send(name, place) {
      const params = { Bucket: s3.bucket, Key: folder + name, Body: createReadStream(place) };
      await explainFailure(new Upload({ client, params, partSize, queueSize: 1 }).done(), s3.bucket);
    },

    async list() {
      const names: string[] = [];
      let from: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: folder, ContinuationToken: from });
        const page = await explainFailure(client.send(command), s3.bucket);
        names.push(...(page.Contents ?? []).map(({ Key = "" }) => Key.slice(folder.length)));
        from = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (from);
      return names;
    },

    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key: folder + name }));
    },
  };
}

async function explainFailure<Value>(work: Promise<Value>, bucket: string): Promise<Value> {
  return work.catch((cause: Error) => {
    throw new StartError(`The backup could not be stored in the bucket ${bucket}: ${cause.message}`, { cause });
  });
}
