import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { users } from "@db/schema";
import { isThere } from "../../accounts/find-account";
import type { MemberContext } from "../../core/context";

/** Gives the member's calendar a new address. Whoever follows the old one, if there was one, gets nothing from it. */
export async function renewFeedKey({ db, user }: MemberContext): Promise<void> {
  const calendarKey = randomBytes(32).toString("base64url");
  await db
    .update(users)
    .set({ calendarKey })
    .where(and(eq(users.id, user.id), isThere()));
}
