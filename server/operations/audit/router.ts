import { adminProcedure, router } from "../../trpc/init";
import { listAudit } from "./list-audit";
import { auditQuery } from "./schemas";

export const auditRouter = router({
  list: adminProcedure.input(auditQuery).query(({ ctx, input }) => listAudit(ctx, input)),
});
