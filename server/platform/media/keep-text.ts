import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { incomingFile, prepareIncoming, removeIncoming, type UploadAnnouncement } from "./incoming";
import { keepUpload } from "./keep-upload";
import type { MediaFile } from "./media-kinds";
import { storageError } from "./storage-key";

type NewText = UploadAnnouncement & { text: string };

/** Stores a text as if it had been uploaded. Throws invalid, storage_full. */
export async function keepText(services: Services, { text, ...announced }: NewText): Promise<MediaFile> {
  const { settings } = services;
  const id = randomUUID();
  await prepareIncoming(settings);
  try {
    await writeFile(incomingFile(settings, id), text);
    return await keepUpload(services, { id, ...announced });
  } catch (cause) {
    const error = storageError(cause);
    if (error instanceof DomainError) throw error;
    throw cause;
  } finally {
    await removeIncoming(settings, id);
  }
}
