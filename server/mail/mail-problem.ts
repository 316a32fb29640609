import type { outboxEmails } from "@db/schema";
import { shownEmail } from "../core/email-address";
import type { MailStatus } from "./schemas";

type Row = Pick<typeof outboxEmails.$inferSelect, "recipient" | "lastError" | "bounceReason">;

/** What is wrong with a mail, and what to do about it. */
type MailProblem = { title: string; advice: string };

const correct = "If the address is mistyped, correct it on the attendees page of the session and send the mail again.";

/** Null for a mail that is sent, delivered, or still on its way. */
export function describeProblem(status: MailStatus, { recipient, lastError, bounceReason }: Row): MailProblem | null {
  const to = shownEmail(recipient);
  const problems: Partial<Record<MailStatus, MailProblem>> = {
    undeliverable: {
      title: `Mail to ${to} is not deliverable: ${(lastError ?? "").replace(/^Resend did not accept the mail: /, "")}`,
      advice: `It is not tried again by itself. ${correct}`,
    },
    bounced: { title: `Mail to ${to} bounced: ${bounceReason ?? "no reason given"}`, advice: correct },
    complained: {
      title: `${to} reported a mail as spam`,
      advice: "They get no announcements any more. Mails about what they booked still go out.",
    },
    unconfirmed: {
      title: `Mail to ${to} may not have arrived: the mail service has not confirmed it`,
      advice: "It is not tried again by itself, as it may arrive twice. Send it again unless the recipient has it.",
    },
    unsubscribed: {
      title: `Not sent: ${to} gets no announcements`,
      advice: "The recipient has unsubscribed, or an earlier mail bounced or was reported as spam.",
    },
  };
  return problems[status] ?? null;
}
