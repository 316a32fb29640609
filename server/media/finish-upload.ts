import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { mediaFiles } from "@db/schema";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { findWholeUpload } from "./incoming";
import { keepUpload } from "./keep-upload";
import type { MediaFile } from "./media-kinds";

/**
 * The file that a resumable upload has become. Its last bytes make it one; a server that was killed just then is made
 * up for here, so a form that was given the upload's id asks this before it uses it. Throws `not_found` when the upload
 * is unknown or not whole, `invalid` as keepUpload does.
 */
export async function finishUpload(services: Services, id: string): Promise<MediaFile> {
  if (!z.uuid().safeParse(id).success) throw notComplete();
  const [kept] = await services.db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.id, id), isNull(mediaFiles.deletedAt)));
  if (kept) return kept;
  const announced = await findWholeUpload(services.settings, id);
  if (!announced) throw notComplete();
  return keepUpload(services, { id, ...announced });
}

const notComplete = () => new DomainError("not_found", "This upload is not complete. Please choose the file again.");
