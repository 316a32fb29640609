import type { Transaction } from "@db/client";
import { sitePictures } from "@db/schema";
import { eq } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError, withField } from "../../core/errors";
import { finishUpload } from "../../platform/media/keep-upload";
import { discardFiles, requireFile } from "../../platform/media/media-files";
import { imagePath, type MediaFile } from "../../platform/media/media-kinds";

/** A place of the site that has a picture, and the kind of its file, as each is shaped for its use. */
type SiteUse = "portrait" | "logo" | "share";

type SitePicture = { fileId: string; path: string };

/** What a form asks for: a new picture, none, or the one before. */
type PictureChange = { use: SiteUse; id: string | undefined; removes: boolean };

/** Completes the upload of a picture, before the transaction that uses it. Throws invalid, with the form's field. */
export async function finishPicture(ctx: MemberContext, { use, id }: PictureChange): Promise<MediaFile | null> {
  if (!id) return null;
  const file = await withField(use, finishUpload(ctx, id));
  if (file.kind === use) return file;
  throw new DomainError("invalid", "This file was uploaded for another use. Please choose it again.", { field: use });
}

/** Returns the picture that is in use from now on, and gives up those before it. Throws invalid. */
export async function changePicture<Picture extends SitePicture>(
  tx: Transaction,
  { clock }: MemberContext,
  { use, id, removes }: PictureChange,
  before: Picture | null,
): Promise<Picture | SitePicture | null> {
  if (!id && !removes) return before;
  const picture = id ? await claim(tx, use, id) : null;
  const used = await tx.delete(sitePictures).where(eq(sitePictures.usedBy, use)).returning();
  if (picture) await tx.insert(sitePictures).values({ usedBy: use, fileId: picture.fileId });
  const gone = used.map(({ fileId }) => fileId).filter((fileId) => fileId !== picture?.fileId);
  if (gone.length > 0) await discardFiles(tx, clock.now(), gone);
  return picture;
}

/** Locks the file, so that it is not swept before the settings refer to it. */
async function claim(tx: Transaction, use: SiteUse, fileId: string): Promise<SitePicture> {
  const file = await requireFile(tx, fileId, use);
  return { fileId, path: imagePath(file) };
}
