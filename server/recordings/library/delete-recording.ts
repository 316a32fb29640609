import { eq } from "drizzle-orm";
import { recordings } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import { discardFiles } from "../../media/discard-files";
import type { MemberContext } from "../../core/context";
import { changeLibrary } from "./change-library";
import { requireRecording } from "./edit-recording";
import { orderOf, renumber } from "./order";
import type { LibraryRef } from "./schemas";

/**
 * Deletes a recording and how far anybody has watched it; its files go once that is certain, those that something else
 * uses stay. Throws not_found, busy.
 */
export async function deleteRecording(ctx: MemberContext, ref: LibraryRef): Promise<{ title: string }> {
  return changeLibrary(ctx, async (tx) => {
    const { id, collection, title, videoId, posterId, captionsId } = await requireRecording(tx, ref);
    const now = ctx.clock.now();
    await tx.delete(recordings).where(eq(recordings.id, id));
    await renumber(tx, collection, await orderOf(tx, collection));
    await discardFiles(tx, now, [videoId, posterId, captionsId]);
    const entry = { actorId: ctx.user.id, action: "recording.deleted", details: { collection, title } };
    await recordAudit(tx, { ...entry, subjectType: "recording", subjectId: id }, now);
    return { title };
  });
}
