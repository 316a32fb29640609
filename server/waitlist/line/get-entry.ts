import { findSession } from "../../schedule/find-session";
import type { Context } from "../../core/context";
import { shownEmail } from "../../core/email-address";
import { requireInLine } from "./require-in-line";

/** Somebody in line, to be asked about once more. Throws not_found. */
export async function getEntry({ db }: Context, { id }: { id: string }) {
  const entry = await requireInLine(db, id);
  const session = await findSession(db, entry.sessionId);
  return {
    sessionId: session.id,
    title: session.title,
    name: `${entry.firstName} ${entry.lastName}`.trim(),
    email: shownEmail(entry.email),
    isOffered: entry.status === "offered",
  };
}
