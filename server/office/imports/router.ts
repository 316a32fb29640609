import { adminProcedure, router } from "../../core/trpc";
import { checkImport, dropImport, getImportForm, keepImport } from "./pending-import";
import { runImport } from "./run-import";
import { agreedImport, importRef, newImport } from "./schemas";

export const importsRouter = router({
  getForm: adminProcedure.query(({ ctx }) => getImportForm(ctx)),
  keep: adminProcedure.input(newImport).mutation(({ ctx, input }) => keepImport(ctx, input)),
  check: adminProcedure.input(importRef).query(({ ctx, input }) => checkImport(ctx, input)),
  run: adminProcedure.input(agreedImport).mutation(({ ctx, input }) => runImport(ctx, input)),
  drop: adminProcedure.input(importRef).mutation(({ ctx, input }) => dropImport(ctx, input)),
});
