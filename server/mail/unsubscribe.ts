import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "@db/client";
import { outboxEmails } from "@db/schema";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { isDeletedAddress } from "../core/email-address";
import { isSuppressed, liftSuppressions, suppress } from "./suppressions";
import type { announcementRef, subscription } from "./schemas";

type Ref = z.infer<typeof announcementRef>;

type Subscription = {
  /** "h•••@example.com" */
  address: string;
  isUnsubscribed: boolean;
};

/** Whether the address that an announcement went to still gets announcements. Throws not_found for a wrong key. */
export async function getSubscription({ db }: Pick<Services, "db">, ref: Ref): Promise<Subscription> {
  const recipient = await findRecipient(db, ref);
  if (isDeletedAddress(recipient)) return { address: "a deleted account", isUnsubscribed: true };
  return { address: masked(recipient), isUnsubscribed: await isSuppressed(db, recipient) };
}

/** Ends announcements to the address that one went to, or begins them again. Throws not_found for a wrong key. */
export async function setUnsubscribed(
  { db, clock }: Pick<Services, "db" | "clock">,
  { isUnsubscribed, ...ref }: z.infer<typeof subscription>,
): Promise<void> {
  const recipient = await findRecipient(db, ref);
  if (isUnsubscribed) await suppress(db, recipient, "unsubscribed", clock.now());
  else await liftSuppressions(db, recipient);
}

async function findRecipient(db: Database, { id, key }: Ref): Promise<string> {
  const [mail] = await db
    .select({ recipient: outboxEmails.recipient })
    .from(outboxEmails)
    .where(and(eq(outboxEmails.id, id), eq(outboxEmails.unsubscribeKey, key)));
  if (!mail) throw new DomainError("not_found", "This link is not valid.");
  return mail.recipient;
}

/** Enough for its owner to know it again. */
function masked(address: string): string {
  const [, first = "", domain = ""] = /^(.).*(@[^@]*)$/su.exec(address) ?? [];
  return `${first}•••${domain}`;
}
