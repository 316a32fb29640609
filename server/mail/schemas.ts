import { z } from "zod";

export const mailStatuses = ["sent", "waiting", "failed"] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** Part of an address or a subject, a status, and the page. */
export const mailQuery = z.object({
  search: z.string().trim().max(200).catch(""),
  status: z
    .string()
    .transform((text) => mailStatuses.find((status) => status === text))
    .optional(),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});

export const mailRef = z.object({ id: z.uuid() });

/** "Send again"; the form's key makes one mail of a repeated post. */
export const resendForm = z.object({ formKey: z.uuid() });
export const mailToResend = resendForm.extend({ id: z.uuid() });
