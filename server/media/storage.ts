import type { Settings } from "../core/env";
import type { Storage } from "../core/ports";
import { createDiskStorage } from "./disk-storage";
import { createS3Storage } from "./s3-storage";

export async function openStorage({ s3, dataDir }: Settings): Promise<Storage> {
  return s3 ? createS3Storage(s3) : createDiskStorage(dataDir);
}
