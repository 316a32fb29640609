import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import type { MemberContext } from "../trpc/context";

/** Where the member's own calendar is; null until she has asked for it. */
export async function getFeedAddress({ db, settings, user }: MemberContext): Promise<string | null> {
  const [found] = await db.select({ key: users.calendarKey }).from(users).where(eq(users.id, user.id));
  return found?.key ? `${settings.siteUrl}/calendar/${found.key}.ics` : null;
}
