import type { CurrentSession } from "../core/context";

const windowMinutes = 15;

/** Whether this session was opened by a reset or one-time link within the last 15 minutes. */
export function isRecovering(session: CurrentSession | null, now: Date): boolean {
  if (!session?.recoveredAt) return false;
  return now.getTime() - session.recoveredAt.getTime() < windowMinutes * 60_000;
}
