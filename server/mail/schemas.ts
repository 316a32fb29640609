import { z } from "zod";

const mailStatuses = [
  "sent",
  "delivered",
  "waiting",
  "failed",
  "undeliverable",
  "bounced",
  "complained",
  "unsubscribed",
  "unconfirmed",
] as const;

export type MailStatus = (typeof mailStatuses)[number];

/** `unarrived`: everything that did not arrive, for whatever reason, and that the instructor has not dealt with. */
export const mailFilters = [...mailStatuses, "unarrived"] as const;

export type MailFilter = (typeof mailFilters)[number];

/** An announcement, and what proves that it was received. */
export const announcementRef = z.object({ id: z.uuid(), key: z.string().regex(/^[\w-]{1,100}$/) });

export const subscription = announcementRef.extend({ isUnsubscribed: z.boolean() });
