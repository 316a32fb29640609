import { eq } from "drizzle-orm";
import { recoveryCodes, secondFactors } from "@db/schema";
import { logSecurityEvent } from "../security-log";
import type { MemberContext } from "../trpc/context";
import { withCode } from "./with-code";

/** No code is asked for from now on. Throws wrong_code, rate_limited. */
export async function turnOffSecondFactor(ctx: MemberContext, { code }: { code: string }): Promise<void> {
  const { id } = ctx.user;
  await withCode(ctx, id, code, async (tx) => {
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
    await tx.delete(secondFactors).where(eq(secondFactors.userId, id));
  });
  logSecurityEvent(ctx, "second_factor_turned_off", { userId: id });
}
