import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type LiveSession, liveSessions } from "@db/schema";
import { one } from "@db/one";
import { audit } from "../audit/record-audit";
import { lockSession } from "../schedule/find-session";
import { endOf } from "../schedule/session-event";
import { DomainError } from "../core/errors";
import { refuseOutdated } from "../core/forms";
import type { MemberContext } from "../core/context";
import { announceRecording } from "./edit-session";
import { changedFields } from "./session-values";
import type { AttachedRecording } from "./schemas";

/** With `tell`, each attendee is mailed once. Throws not_found, changed_meanwhile, invalid (nothing to announce). */
export async function attachRecording(
  ctx: MemberContext,
  { id, tell, version, ...recording }: AttachedRecording,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await lockSession(tx, id);
    const values = { recordingUrl: recording.recordingUrl || null, isRecordingPublic: recording.isRecordingPublic };
    if (tell) refuseTooEarly(ctx, before, values.recordingUrl);
    refuseOutdated({ now: recordingOf(before), wanted: values, version });
    const after = await saveRecording(tx, ctx, before, { ...before, ...values });
    if (tell) await announceRecording(tx, ctx, after);
  });
}

export const recordingOf = ({ recordingUrl, isRecordingPublic }: LiveSession) => ({ recordingUrl, isRecordingPublic });

function refuseTooEarly({ clock }: MemberContext, session: LiveSession, recordingUrl: string | null): void {
  const refusal = (message: string) => new DomainError("invalid", message, { field: "recordingUrl" });
  if (!recordingUrl) throw refusal("Enter where the recording is before you tell anybody.");
  if (session.cancelledAt || endOf(session) > clock.now()) {
    throw refusal("The session is not over yet. Save the recording now and tell everybody later.");
  }
}

async function saveRecording(tx: Transaction, ctx: MemberContext, before: LiveSession, wanted: LiveSession) {
  const changed = changedFields(before, wanted);
  if (changed.length === 0) return before;
  const { recordingUrl, isRecordingPublic } = wanted;
  const version = before.version + 1;
  const after = one(
    await tx
      .update(liveSessions)
      .set({ recordingUrl, isRecordingPublic, version })
      .where(eq(liveSessions.id, before.id))
      .returning(),
    "session",
  );
  await audit(tx, ctx, "session.edited", before.id, { version, changed });
  return after;
}
