import { z } from "zod";
import { pageNumber } from "../core/pagination";
import { searchText } from "../core/typed-text";

export const mailStatuses = [
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

/** Part of an address or a subject, a status, and the page. */
export const mailQuery = z.object({
  search: searchText,
  status: z
    .string()
    .transform((text) => mailFilters.find((status) => status === text))
    .optional(),
  page: pageNumber,
});

export const mailRef = z.object({ id: z.uuid() });

/** "Send again"; the form's key makes one mail of a repeated post. */
export const resendForm = z.object({ formKey: z.uuid() });
export const mailToResend = resendForm.extend({ id: z.uuid() });

/** An announcement, and what proves that it was received. */
export const announcementRef = z.object({ id: z.uuid(), key: z.string().regex(/^[\w-]{1,100}$/) });
export const subscription = announcementRef.extend({ isUnsubscribed: z.boolean() });
