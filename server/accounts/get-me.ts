import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import type { MemberContext } from "../trpc/context";
import { isRecovering } from "./recovery-window";

/** Who is signed in, and what she may do about her password. */
export async function getMe({ db, clock, session, user }: MemberContext) {
  const [account] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, user.id));
  const { email, fullName, role, hasSecondFactor } = user;
  return {
    email,
    fullName,
    role,
    hasSecondFactor,
    hasPassword: Boolean(account?.passwordHash),
    /** Without the current one. */
    mayChooseNewPassword: isRecovering(session.current, clock.now()),
  };
}
