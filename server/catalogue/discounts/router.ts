import { adminProcedure, router } from "../../core/trpc";
import { createCode, deleteCode, editCode, getCodeForm, listCodes } from "./manage-codes";
import { codeQuery, codeRef, editedCode, newCodeForm } from "./schemas";

export const discountsRouter = router({
  list: adminProcedure.input(codeQuery).query(({ ctx, input }) => listCodes(ctx, input)),
  getForm: adminProcedure.input(codeRef).query(({ ctx, input }) => getCodeForm(ctx, input)),
  create: adminProcedure.input(newCodeForm).mutation(({ ctx, input }) => createCode(ctx, input)),
  edit: adminProcedure.input(editedCode).mutation(({ ctx, input }) => editCode(ctx, input)),
  delete: adminProcedure.input(codeRef).mutation(({ ctx, input }) => deleteCode(ctx, input)),
});
