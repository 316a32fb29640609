import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import type { MemberContext } from "../../core/context";

export type FeedAddress = {
  /** Null until the member has asked for one. */
  address: string | null;
  /** The key outlives a look at the account, so an admin who looks at it is not shown it. */
  isHidden: boolean;
};

/** Returns where the member's own calendar is. */
export async function getFeedAddress({ db, settings, user, session }: MemberContext): Promise<FeedAddress> {
  if (session.current?.impersonator) return { address: null, isHidden: true };
  const [found] = await db.select({ key: users.calendarKey }).from(users).where(eq(users.id, user.id));
  return { address: found?.key ? `${settings.siteUrl}/calendar/${found.key}.ics` : null, isHidden: false };
}
