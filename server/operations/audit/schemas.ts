import { z } from "zod";
import { pageNumber } from "../../core/pagination";
import { isDay } from "../../core/input-schemas";
import { auditSubjects } from "../../audit/record-audit";

const day = z.string().refine(isDay).optional().catch(undefined);

/** Who did it, what it was done to, between which days of the admin's zone; what makes no sense is not asked. */
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
