import path from "node:path";
import { z } from "zod";

/** The settings of backups, a part of those in env.ts. */
export const backupFields = {
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: z.coerce
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(1)
    .max(1000)
    .default(14),
  BACKUP_PASSPHRASE: z.string().min(16, "must have at least 16 characters").optional(),
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
};

type BackupFields = z.infer<z.ZodObject<typeof backupFields>>;
type BackupEnvironment = BackupFields & { MODE: "demo" | "live"; DATA_DIR: string; DATABASE_URL?: string | undefined };

const requiredForBucket = [
  "BACKUP_S3_REGION",
  "BACKUP_S3_BUCKET",
  "BACKUP_S3_ACCESS_KEY_ID",
  "BACKUP_S3_SECRET_ACCESS_KEY",
] as const;

export function backupProblems(raw: BackupFields): string[] {
  const isWanted = Boolean(raw.BACKUP_S3_ENDPOINT) || requiredForBucket.some((name) => raw[name]);
  return requiredForBucket
    .filter((name) => isWanted && !raw[name])
    .map((name) => `${name}: missing (backups in a bucket)`);
}

/**
 * Returns the settings of backups. A live site with the embedded PostgreSQL is backed up every night unless told
 * otherwise.
 */
export function backupFrom(raw: BackupEnvironment) {
  const s3 = bucketFrom(raw);
  const isOwnDatabase = raw.MODE === "live" && raw.DATABASE_URL === undefined;
  return {
    folder: raw.BACKUP_DIR ?? path.join(raw.DATA_DIR, "backups"),
    isNightly: isOwnDatabase || raw.BACKUP_DIR !== undefined || s3 !== undefined,
    keep: raw.BACKUP_KEEP,
    /** Encrypts and decrypts backups. */
    passphrase: raw.BACKUP_PASSPHRASE,
    s3,
  };
}

function bucketFrom(raw: BackupFields) {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region, BACKUP_S3_BUCKET: bucket } = raw;
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = raw;
  if (!region || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}
