import type { Queryable } from "@db/client";
import { mediaFiles } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import type { MediaFile } from "../../platform/media/media-kinds";
import { type Collection, findCollection } from "../../selling/products/catalogue";
import { isShownTo } from "./shown-to";

/** Returns a collection's own picture; null without one, and for visitors to whom its page is not shown. */
export async function findPictureFor(ctx: Pick<Context, "db" | "user">, slug: string): Promise<MediaFile | null> {
  const collection = await findCollection(ctx.db, slug);
  if (!collection?.pictureId || !(await isShownTo(ctx, collection))) return null;
  return readPicture(ctx.db, collection);
}

export async function readPicture(db: Queryable, { pictureId }: Collection): Promise<MediaFile | null> {
  if (!pictureId) return null;
  const [file = null] = await db.select().from(mediaFiles).where(eq(mediaFiles.id, pictureId));
  return file;
}
