import { inTransaction } from "../core/transaction";
import { DateTime } from "luxon";
import { liveSessions } from "@db/schema";
import { audit } from "../audit/record-audit";
import { lockSession } from "../schedule/find-session";
import type { MemberContext } from "../core/context";
import { longDay } from "../core/dates";

type DuplicateInput = { id: string; formKey: string };

/** The form key becomes the copy's id, so posting twice copies once. Throws not_found. */
export async function duplicateSession(ctx: MemberContext, { id, formKey }: DuplicateInput) {
  const zone = ctx.settings.siteTimeZone;
  return inTransaction(ctx, async (tx) => {
    // Locked, so that its picture is not deleted meanwhile.
    const original = await lockSession(tx, id);
    const startTime = DateTime.fromJSDate(original.startTime, { zone }).plus({ days: 7 }).toJSDate();
    const { version: _, createdAt: __, ...kept } = original;
    const [copy] = await tx
      .insert(liveSessions)
      .values({
        ...kept,
        id: formKey,
        title: `${original.title} (Copy)`,
        startTime,
        recordingUrl: null,
        cancelledAt: null,
        rescheduledAt: null,
        calendarSequence: 0,
        seriesId: null,
        createdAt: ctx.clock.now(),
      })
      .onConflictDoNothing({ target: liveSessions.id })
      .returning({ id: liveSessions.id });
    if (copy) {
      await audit(tx, ctx, "session.duplicated", formKey, { of: id });
    }
    return { id: formKey, date: longDay(startTime, zone) };
  });
}
