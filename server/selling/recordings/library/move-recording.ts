import type { MemberContext } from "../../../core/context";
import { audit } from "../../../core/record-audit";
import { changeLibrary, requireRecording } from "./lock-library";
import { orderOf, putAt } from "./order";
import type { Move } from "./schemas";

export async function moveRecording(ctx: MemberContext, { to, ...ref }: Move): Promise<{ title: string }> {
  return changeLibrary(ctx, async (tx) => {
    const { title, ...moved } = await requireRecording(tx, ref);
    const before = await orderOf(tx, moved.productId);
    await putAt(tx, moved, to);
    const [from, reached] = [before.indexOf(ref.id), (await orderOf(tx, moved.productId)).indexOf(ref.id)];
    if (from !== reached) {
      await audit(tx, ctx, "recording.moved", ref.id, { from, to: reached });
    }
    return { title };
  });
}
