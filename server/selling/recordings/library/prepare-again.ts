import type { MemberContext } from "../../../core/context";
import { cancelPreparation, restartPreparation } from "../../../catalogue/preparing/preparations";
import { requireRecording } from "./lock-library";
import type { LibraryRef } from "./schemas";

/** Starts making the versions of a recording again, if that failed or was cancelled. Throws not_found, busy. */
export async function prepareAgain(ctx: MemberContext, ref: LibraryRef): Promise<{ title: string }> {
  const { id, title } = await requireRecording(ctx.db, ref);
  await restartPreparation(ctx, id);
  return { title };
}

/** Stops the making of a recording's versions; what was uploaded is played. Throws not_found, closed, busy. */
export async function cancelPreparing(ctx: MemberContext, ref: LibraryRef): Promise<{ title: string }> {
  const { id, title } = await requireRecording(ctx.db, ref);
  await cancelPreparation(ctx, id);
  return { title };
}
