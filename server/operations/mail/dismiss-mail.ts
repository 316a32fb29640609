import { inTransaction } from "../../core/transaction";
import { and, eq, isNull } from "drizzle-orm";
import { outboxEmails } from "@db/schema";
import { DomainError } from "../../core/errors";
import { audit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { isUnarrived } from "../../mail/mail-status";

/** Notes that a mail that did not arrive has been dealt with; nothing happens the second time. Throws not_found. */
export async function dismissMail({ db, clock, user }: MemberContext, { id }: { id: string }): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    const [mail] = await tx
      .select({ id: outboxEmails.id })
      .from(outboxEmails)
      .where(and(eq(outboxEmails.id, id), isUnarrived()));
    if (!mail) throw new DomainError("not_found", "Mail not found");
    const changed = await tx
      .update(outboxEmails)
      .set({ dismissedAt: clock.now() })
      .where(and(eq(outboxEmails.id, id), isNull(outboxEmails.dismissedAt)))
      .returning({ id: outboxEmails.id });
    if (changed.length === 0) return;
    await audit(tx, { clock, user }, "email.dismissed", id);
  });
}
