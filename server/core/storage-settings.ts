import { z } from "zod";

/** The settings of stored files, a part of those in env.ts. */
export const storageFields = {
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  MEDIA_REDIRECT: z.enum(["0", "1"], { error: "must be 0 or 1" }).default("0"),
  MEDIA_ACCEL_LOCATION: z
    .string()
    .regex(/^\/[\w/-]*\/$/, "must be a path such as /stored-media/")
    .optional(),
};

type StorageFields = z.infer<z.ZodObject<typeof storageFields>>;

const requiredForS3 = ["S3_REGION", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

export function storageProblems(raw: StorageFields): string[] {
  const isS3 = Boolean(raw.S3_ENDPOINT) || requiredForS3.some((name) => raw[name]);
  const missing = requiredForS3.filter((name) => isS3 && !raw[name]).map((name) => `${name}: missing (S3 storage)`);
  const lost = raw.MEDIA_REDIRECT === "1" && !isS3 ? ["MEDIA_REDIRECT: only with S3 storage"] : [];
  const unread =
    raw.MEDIA_ACCEL_LOCATION && isS3 ? ["MEDIA_ACCEL_LOCATION: only with files on this machine's disk"] : [];
  return [...missing, ...lost, ...unread];
}

export function s3From({ S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket, ...raw }: StorageFields) {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = raw;
  if (!region || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}
