import { z } from "zod";
import { pageNumber } from "../page-number";
import { searchText } from "../typed-text";

export const mailStatuses = ["sent", "waiting", "failed"] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** Part of an address or a subject, a status, and the page. */
export const mailQuery = z.object({
  search: searchText,
  status: z
    .string()
    .transform((text) => mailStatuses.find((status) => status === text))
    .optional(),
  page: pageNumber,
});

export const mailRef = z.object({ id: z.uuid() });

/** "Send again"; the form's key makes one mail of a repeated post. */
export const resendForm = z.object({ formKey: z.uuid() });
export const mailToResend = resendForm.extend({ id: z.uuid() });
