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

/** `unarrived`: not delivered for whatever reason, and not dismissed. */
export const mailFilters = [...mailStatuses, "unarrived"] as const;

export type MailFilter = (typeof mailFilters)[number];

export const announcementRef = z.object({ id: z.uuid(), key: z.string().regex(/^[\w-]{1,100}$/) });

export const subscription = announcementRef.extend({ isUnsubscribed: z.boolean() });
