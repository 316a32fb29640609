import type { Context } from "../../core/context";
import { findFile } from "../../platform/media/media-files";
import type { MediaFile } from "../../platform/media/media-kinds";
import { findCollection } from "../../catalogue/products/catalogue";
import { isShownTo } from "./shown-to";

/** Returns a collection's own picture; null without one, and for visitors to whom its page is not shown. */
export async function findPictureFor(ctx: Pick<Context, "db" | "user">, slug: string): Promise<MediaFile | null> {
  const collection = await findCollection(ctx.db, slug);
  if (!collection?.pictureId || !(await isShownTo(ctx, collection))) return null;
  return findFile(ctx.db, collection.pictureId);
}
