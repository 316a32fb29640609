import { z } from "zod";
import { pageNumber } from "../../core/pagination";
import { searchText } from "../../core/input-schemas";
import { mailFilters } from "../../mail/schemas";

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
