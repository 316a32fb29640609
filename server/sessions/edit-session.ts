import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type LiveSession, liveSessions } from "@db/schema";
import { one } from "@db/one";
import { audit } from "../audit/record-audit";
import { lockSession } from "../schedule/find-session";
import { DomainError } from "../core/errors";
import type { MemberContext } from "../core/context";
import { countPlacesOf } from "../schedule/places";
import { offerPlaces } from "../waitlist/offers";
import { announceChange } from "./announce-change";
import { changedFields, type SessionField, sessionValues, type SessionValues } from "./session-values";
import { discardImage } from "../media/media-files";
import type { EditedSession } from "./schemas";

/** Saves a session, mails attendees and offers new places. Throws not_found, changed_meanwhile, invalid, busy. */
export async function editSession(
  ctx: MemberContext,
  { id, version, ...form }: EditedSession,
): Promise<{ isMovedIntoPast: boolean }> {
  return inTransaction(
    ctx,
    async (tx) => {
      const before = await lockSession(tx, id);
      const values = await sessionValues(tx, ctx, form, before);
      const changed = changedFields(before, values);
      const isMovedIntoPast = changed.includes("startsAt") && values.startTime <= ctx.clock.now();
      if (changed.length === 0) return { isMovedIntoPast };
      if (before.version !== version) throw changedMeanwhile();
      if (changed.includes("maxAttendees")) await refuseTooFew(tx, id, values.maxAttendees);
      await saveSession(tx, ctx, before, { values, changed });
      return { isMovedIntoPast };
    },
    "Failed to save session",
  );
}

const changedMeanwhile = () =>
  new DomainError(
    "changed_meanwhile",
    "This session was changed while you were editing it. Nothing of yours is saved.",
  );

type Edit = { values: SessionValues; changed: SessionField[] };

async function saveSession(tx: Transaction, ctx: MemberContext, before: LiveSession, { values, changed }: Edit) {
  const now = ctx.clock.now();
  const version = before.version + 1;
  const written = one(
    await tx
      .update(liveSessions)
      .set({ ...values, version })
      .where(eq(liveSessions.id, before.id))
      .returning(),
    "session",
  );
  const after = await announceChange(tx, ctx, { before, after: written });
  await offerPlaces(tx, ctx, after);
  if (changed.includes("image")) await discardImage(tx, now, before.thumbnailUrl);
  await audit(tx, ctx, "session.edited", before.id, { version, changed });
}

/** Throws invalid if more places are taken. The session must be locked. */
async function refuseTooFew(tx: Transaction, sessionId: string, maxAttendees: number | null): Promise<void> {
  const { taken } = await countPlacesOf(tx, sessionId);
  if (maxAttendees === null || maxAttendees >= taken) return;
  const places = taken === 1 ? "1 place is" : `${taken} places are`;
  const message = `${places} taken already. There can’t be fewer than that.`;
  throw new DomainError("invalid", message, { field: "maxAttendees" });
}
