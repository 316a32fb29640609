import { recordAudit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { changeLibrary } from "./change-library";
import { requireRecording } from "./edit-recording";
import { orderOf, putAt } from "./order";
import type { Move } from "./schemas";

/** Moves a recording to another place of its collection, never below 0 and never past the end. Throws not_found, busy. */
export async function moveRecording(ctx: MemberContext, { to, ...ref }: Move): Promise<{ title: string }> {
  return changeLibrary(ctx, async (tx) => {
    const { title } = await requireRecording(tx, ref);
    const before = await orderOf(tx, ref.collection);
    await putAt(tx, ref, to);
    const [from, place] = [before.indexOf(ref.id), (await orderOf(tx, ref.collection)).indexOf(ref.id)];
    if (from !== place) {
      const entry = { actorId: ctx.user.id, action: "recording.moved", details: { from, to: place } };
      await recordAudit(tx, { ...entry, subjectType: "recording", subjectId: ref.id }, ctx.clock.now());
    }
    return { title };
  });
}
