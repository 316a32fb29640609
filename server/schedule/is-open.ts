import type { liveSessions } from "@db/schema";

type Session = Pick<typeof liveSessions.$inferSelect, "isPublished" | "cancelledAt" | "startTime">;

/** Whether a session's own page may still help: to book what is left, or to join its waitlist. */
export const isOpen = ({ isPublished, cancelledAt, startTime }: Session, now: Date): boolean =>
  isPublished && !cancelledAt && startTime > now;
