import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { mediaFiles } from "@db/schema";
import { discardFiles } from "../media/media-files";

const folder = "/media/images/";

/** Lets go of a session's picture that is its own no longer; it stays where another session shows it. */
export async function discardImage(tx: Transaction, now: Date, address: string | null): Promise<void> {
  if (!address?.startsWith(folder)) return;
  const [file] = await tx
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(eq(mediaFiles.storageKey, `image/${address.slice(folder.length)}`));
  if (file) await discardFiles(tx, now, [file.id]);
}
