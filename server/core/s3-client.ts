import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";

type Bucket = { endpoint: string | undefined; region: string; accessKeyId: string; secretAccessKey: string };

/** Opens a client of Amazon S3 or of a store that speaks its protocol. */
export async function openS3Client(
  { endpoint, region, accessKeyId, secretAccessKey }: Bucket,
  more: Pick<S3ClientConfig, "requestHandler"> = {},
): Promise<S3Client> {
  // The start recommends Node 24 itself: https://github.com/aws/aws-sdk-js-v3/issues/7983.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";
  const { S3Client } = await import("@aws-sdk/client-s3");
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other stores rarely support a host name per bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Several other stores refuse Amazon's additional checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...more,
  });
}
