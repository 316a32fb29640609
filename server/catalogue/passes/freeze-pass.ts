import type { Transaction } from "@db/client";
import { passes } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Services } from "../../core/services";
import { lockPassOf } from "./open-pass";

/** Stops a pass while a bank has its payment, and lets it go on if the bank gives it back. Its purchase is locked. */
export async function freezePass(
  tx: Transaction,
  { clock }: Pick<Services, "clock">,
  purchase: { id: string },
  isHeld: boolean,
): Promise<void> {
  const pass = await lockPassOf(tx, purchase);
  if (!pass || (pass.frozenAt !== null) === isHeld) return;
  await tx
    .update(passes)
    .set({ frozenAt: isHeld ? clock.now() : null })
    .where(eq(passes.id, pass.id));
}
