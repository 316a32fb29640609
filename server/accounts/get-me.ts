import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import type { MemberContext } from "../core/context";
import { isRecovering } from "./re-authenticate";

/** Returns who is signed in, and how they prove to be the owner before something important changes. */
export async function getMe({ db, clock, session, user }: MemberContext) {
  const [account] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, user.id));
  const { email, fullName, role, hasSecondFactor } = user;
  return {
    email,
    fullName,
    role,
    hasSecondFactor,
    hasPassword: Boolean(account?.passwordHash),
    /** By a mailed link of the last 15 minutes: the current password is not needed. */
    mayChooseNewPassword: isRecovering(session.current, clock.now()),
  };
}
