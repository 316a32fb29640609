import { z } from "zod";
import { auditSubjects } from "./record-audit";

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()
  .catch(undefined);

/** Who did it, what it was done to, between which days of the admin's zone; what makes no sense is not asked. */
export const auditQuery = z.object({
  who: z
    .union([z.uuid(), z.enum(["site", "members"])])
    .optional()
    .catch(undefined),
  kind: z.enum(auditSubjects).optional().catch(undefined),
  from: day,
  until: day,
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});
