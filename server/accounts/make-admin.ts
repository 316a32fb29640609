import type { Transaction } from "@db/client";
import { type Account, users } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../core/record-audit";
import { longMoment } from "../core/dates";
import { resetLink } from "../core/paths";
import { logSecurityEvent } from "../core/security-log";
import type { Services } from "../core/services";
import { inTransaction } from "../core/transaction";
import { enqueueMail } from "../platform/mail/outbox";
import { siteFacts } from "../platform/mail/templates";
import { endSessionsOf } from "./account-sessions";
import { endTokens, issueToken } from "./account-tokens";
import { lockAccount } from "./accounts";

type AdminServices = Pick<Services, "db" | "clock" | "settings" | "log">;
type MadeAdmin = { userId: string; isNew: boolean; link: string };

/** Creates or promotes an admin and returns a link that sets the password. */
export async function makeAdmin(services: AdminServices, email: string): Promise<MadeAdmin> {
  const made = await inTransaction(services, (tx) => makeAdminIn(tx, services, { email }));
  noteAdmin(services, made);
  return made;
}

/** Logs that an account became an admin's. Call it after the commit. */
export const noteAdmin = (services: AdminServices, { userId }: MadeAdmin): void =>
  logSecurityEvent(services, "role_changed", { userId, reason: "admin" });

type NewAdmin = { email: string; fullName?: string };

/** Ends the sessions and mailed links of an account that becomes an admin, mails it and records it. */
export async function makeAdminIn(
  tx: Transaction,
  services: Pick<Services, "clock" | "settings">,
  { email, fullName = email.split("@")[0] ?? email }: NewAdmin,
): Promise<MadeAdmin> {
  const now = services.clock.now();
  const [made] = await tx
    .insert(users)
    .values({ email, fullName, role: "admin", createdAt: now })
    .onConflictDoNothing()
    .returning({ id: users.id });
  const account = await lockAccount(tx, { email });
  if (!account) throw new Error("the new account is missing");
  if (made || account.role !== "admin") await promote(tx, services, account);
  const token = await issueToken(tx, { userId: account.id, purpose: "reset_password", now });
  return { userId: account.id, isNew: made !== undefined, link: resetLink(services.settings, token) };
}

async function promote(
  tx: Transaction,
  { clock, settings }: Pick<Services, "clock" | "settings">,
  { id, email }: Account,
): Promise<void> {
  const now = clock.now();
  await tx.update(users).set({ role: "admin", adminSignedInAt: null }).where(eq(users.id, id));
  await endTokens(tx, { userId: id, now });
  await endSessionsOf(tx, id);
  await audit(tx, { clock, user: null }, "user.made_admin", id);
  await enqueueMail(tx, {
    template: "admin-access",
    to: email,
    dedupeKey: `admin-access:${id}:${now.toISOString()}`,
    props: {
      site: siteFacts(settings),
      grantedAt: longMoment(now, settings.siteTimeZone),
      officeUrl: `${settings.siteUrl}/admin`,
    },
  });
}
