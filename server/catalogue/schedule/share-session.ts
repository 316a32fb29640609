import type { Queryable } from "@db/client";
import { type liveSessions, outboxEmails } from "@db/schema";
import { eq } from "drizzle-orm";
import { type ShareCard, versionOf } from "../../platform/artwork/draw-share-card";
import { plateCategory } from "../../platform/artwork/plate";
import type { Context } from "../../core/context";
import { displayStart, placeLabel } from "../../core/dates";
import { normalEmail } from "../../core/email-address";
import type { Settings } from "../../core/env";
import { DomainError } from "../../core/errors";
import { formDigest } from "../../core/forms";
import { countAttempt, networkOf, tryCountAttempt } from "../../core/rate-limits";
import { inTransaction } from "../../core/transaction";
import { siteFacts } from "../../platform/mail/templates";
import { enqueueMail } from "../../platform/mail/outbox";
import { requireSession } from "./find-session";
import type { NewShare } from "./schemas";
import { sessionFacts } from "./session-facts";

/**
 * Mails a session to a friend. The mail contains no text of the sender, which prevents spam. Throws not_found, closed,
 * rate_limited, busy.
 */
export async function shareSession(ctx: Context, { sessionId, email, formKey }: NewShare): Promise<void> {
  const { db, settings } = ctx;
  const session = await requireSession(db, sessionId);
  if (session.cancelledAt) throw new DomainError("closed", "This session has been cancelled.");
  const posted = { procedure: "shareSession", formKey, input: { sessionId, email: normalEmail(email) } };
  const dedupeKey = `session-shared:${formDigest(ctx, posted)}`;
  if (await isEnqueued(db, dedupeKey)) return;
  await countAttempt(ctx, "share from address", networkOf(ctx.visitor.address));
  if (!(await tryCountAttempt(ctx, "share to address", normalEmail(email)))) return;
  await inTransaction({ db }, (tx) =>
    enqueueMail(tx, {
      template: "session-shared",
      to: email,
      dedupeKey,
      props: {
        site: siteFacts(settings),
        session: sessionFacts(session, settings, settings.siteTimeZone),
        sessionUrl: `${settings.siteUrl}/sessions/${session.id}`,
      },
    }),
  );
}

const isEnqueued = async (db: Queryable, dedupeKey: string) =>
  (await db.$count(outboxEmails, eq(outboxEmails.dedupeKey, dedupeKey))) > 0;

type Session = typeof liveSessions.$inferSelect;
type Site = Pick<Settings, "siteName" | "siteTimeZone">;

export function shareCardOf(session: Session, settings: Site): ShareCard {
  const start = displayStart(session, { settings, visitor: { timeZone: settings.siteTimeZone } });
  return {
    siteName: settings.siteName,
    category: session.category,
    title: session.title,
    lines: [start.date, `${start.time} ${start.zone}, ${placeLabel(session)}`],
    plate: { category: plateCategory(session.category), seed: session.id },
  };
}

export const shareImagePath = (session: Session, settings: Site): string =>
  `/share/sessions/${session.id}/${versionOf(shareCardOf(session, settings))}.png`;
