import { and, eq } from "drizzle-orm";
import { users } from "@db/schema";
import { isThere } from "../accounts/find-account";
import type { MemberContext } from "../core/context";
import type { Currency } from "../core/currencies";

/** What a member picks in the header holds on all her devices. */
export async function pickCurrency(ctx: MemberContext, { currency }: { currency: Currency }): Promise<void> {
  await ctx.db
    .update(users)
    .set({ currency })
    .where(and(eq(users.id, ctx.user.id), isThere()));
}
