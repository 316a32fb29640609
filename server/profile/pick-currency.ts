import { and, eq } from "drizzle-orm";
import { users } from "@db/schema";
import { isThere } from "../accounts/find-account";
import { isImpersonated } from "../accounts/own-session";
import type { Currency } from "../pricing/money";
import type { MemberContext } from "../trpc/context";

/** What a member picks in the header holds on all her devices; the instructor who looks at her account changes nothing. */
export async function pickCurrency(ctx: MemberContext, { currency }: { currency: Currency }): Promise<void> {
  if (await isImpersonated(ctx.db, ctx)) return;
  await ctx.db
    .update(users)
    .set({ currency })
    .where(and(eq(users.id, ctx.user.id), isThere()));
}
