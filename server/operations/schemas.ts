import { z } from "zod";
import { auditSubjects } from "../audit/record-audit";
import { isDay, searchText } from "../core/input-schemas";
import { pageNumber } from "../core/pagination";
import { mailFilters } from "../mail/schemas";

const day = z.string().refine(isDay).optional().catch(undefined);

export const auditQuery = z.object({
  who: z
    .union([z.uuid(), z.enum(["site", "members"])])
    .optional()
    .catch(undefined),
  kind: z.enum(auditSubjects).optional().catch(undefined),
  from: day,
  until: day,
  page: pageNumber,
});

export const jobQuery = z.object({ page: pageNumber });

/** graphile-worker's id is a bigint. */
export const jobRef = z.object({ id: z.string().regex(/^\d{1,18}$/) });

export const mailQuery = z.object({
  search: searchText,
  status: z
    .string()
    .transform((text) => mailFilters.find((status) => status === text))
    .optional(),
  page: pageNumber,
});

export const mailRef = z.object({ id: z.uuid() });

/** The key makes a repeated post idempotent. */
export const resendForm = z.object({ formKey: z.uuid() });
export const mailToResend = resendForm.extend({ id: z.uuid() });
