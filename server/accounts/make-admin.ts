import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import { logSecurityEvent } from "../core/security-log";
import type { Services } from "../core/services";
import { resetLink } from "../core/paths";
import { issueToken } from "./account-tokens";
import { lockAccount } from "./accounts";

export async function makeAdmin(
  services: Pick<Services, "db" | "clock" | "settings" | "log">,
  email: string,
): Promise<{ isNew: boolean; link: string }> {
  const now = services.clock.now();
  const { userId, ...made } = await inTransaction(services, async (tx) => {
    const [made] = await tx
      .insert(users)
      .values({ email, fullName: email.split("@")[0] ?? email, role: "admin", createdAt: now })
      .onConflictDoNothing()
      .returning({ id: users.id });
    const account = await lockAccount(tx, { email });
    if (!account) throw new Error("the new account is missing");
    const isPromoted = account.role !== "admin";
    const change = { role: "admin" as const, ...(isPromoted && { adminSignedInAt: null }) };
    await tx.update(users).set(change).where(eq(users.id, account.id));
    const token = await issueToken(tx, { userId: account.id, purpose: "reset_password", now });
    return { userId: account.id, isNew: made !== undefined, link: resetLink(services.settings, token) };
  });
  logSecurityEvent(services, "role_changed", { userId, reason: "admin" });
  return made;
}
