import { eq } from "drizzle-orm";
import { recordings } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { changeLibrary } from "./change-library";
import { requireRecording } from "./edit-recording";
import type { LibraryRef } from "./schemas";

/** Lets every member watch a recording, or buyers only, from now on. Throws not_found, busy. */
export async function setFree(
  ctx: MemberContext,
  { isFree, ...ref }: LibraryRef & { isFree: boolean },
): Promise<{ title: string }> {
  return changeLibrary(ctx, async (tx) => {
    const before = await requireRecording(tx, ref);
    if (before.isFree !== isFree) {
      await tx.update(recordings).set({ isFree }).where(eq(recordings.id, ref.id));
      const action = isFree ? "recording.made_free" : "recording.made_premium";
      const entry = { actorId: ctx.user.id, action, subjectType: "recording" as const, subjectId: ref.id };
      await recordAudit(tx, entry, ctx.clock.now());
    }
    return { title: before.title };
  });
}
