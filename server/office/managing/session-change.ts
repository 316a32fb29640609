import type { Transaction } from "@db/client";
import type { LiveSession } from "@db/schema";
import { listBooked } from "../../selling/bookings/mails/mail-booking";
import type { MemberContext } from "../../core/context";
import { displayStart, formatDuration, longStartOf } from "../../core/dates";
import { isReachable, normalEmail } from "../../core/email-address";
import { versionOf } from "../../core/forms";
import { whereLines } from "../../catalogue/schedule/session-facts";

export type SessionEdit = { before: LiveSession; after: LiveSession };

/** Returns which of the facts that attendees rely on an edit changes. */
export const changeOf = ({ before, after }: SessionEdit) => ({
  isTimeNew:
    before.startTime.getTime() !== after.startTime.getTime() || before.durationMinutes !== after.durationMinutes,
  isPlaceNew: whereLines(before).join("\n") !== whereLines(after).join("\n"),
  isLinkNew: after.locationType === "online" && after.zoomLink !== null && before.zoomLink !== after.zoomLink,
});

/** Returns whether attendees are told of a change: they are as long as the session is still to come. */
export const isTold = ({ cancelledAt, startTime }: LiveSession, now: Date): boolean =>
  cancelledAt === null && startTime > now;

type ToldChange = { people: number; parts: { label: string; before: string; after: string }[] };

/** `key` proves that the change was seen as it is saved, with the number of people who are told and the notes to its price. */
export type ChangePreview = ToldChange & { key: string; notes: string[] };

/** Returns what is to be agreed of a change, because mails go out or its price has notes; null if nothing. The session must be locked. */
export async function previewChange(
  tx: Transaction,
  ctx: MemberContext,
  edited: SessionEdit,
  notes: string[],
): Promise<ChangePreview | null> {
  const told = await listTold(tx, ctx, edited);
  if (!told && notes.length === 0) return null;
  const { people, parts } = told ?? { people: 0, parts: [] };
  return { key: versionOf({ people, parts, notes }), people, parts, notes };
}

/** Returns a new time or place and how many are told of it; null without recipients. */
async function listTold(tx: Transaction, ctx: MemberContext, edited: SessionEdit): Promise<ToldChange | null> {
  const { isTimeNew, isPlaceNew } = changeOf(edited);
  if ((!isTimeNew && !isPlaceNew) || !isTold(edited.after, ctx.clock.now())) return null;
  const addresses = (await listBooked(tx, edited.after.id)).map(({ attendeeEmail }) => attendeeEmail);
  const people = new Set(addresses.filter(isReachable).map(normalEmail)).size;
  if (people === 0) return null;
  const parts = [
    ...(isTimeNew ? [partOf("Time", edited, (session) => timeOf(ctx, session))] : []),
    ...(isPlaceNew ? [partOf("Place", edited, (session) => whereLines(session).join(", "))] : []),
  ];
  return { people, parts };
}

const partOf = (label: string, { before, after }: SessionEdit, textOf: (session: LiveSession) => string) => ({
  label,
  before: textOf(before),
  after: textOf(after),
});

const timeOf = (ctx: MemberContext, session: LiveSession): string =>
  `${longStartOf(displayStart(session, ctx))}, ${formatDuration(session.durationMinutes)}`;
