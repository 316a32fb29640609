import { and, eq } from "drizzle-orm";
import { users } from "@db/schema";
import { isThere } from "../accounts/find-account";
import { DomainError } from "../core/errors";
import type { MemberContext } from "../core/context";
import type { ProfileForm } from "./profile-schemas";

/**
 * Keeps what a member says of herself, for all her devices. What was booked before keeps the name it was booked in.
 * Throws unauthenticated where the account was deleted meanwhile.
 */
export async function updateProfile({ db, user }: MemberContext, profile: ProfileForm): Promise<void> {
  const [updated] = await db
    .update(users)
    .set(profile)
    .where(and(eq(users.id, user.id), isThere()))
    .returning({ id: users.id });
  if (!updated) throw new DomainError("unauthenticated", "Please sign in.");
}
