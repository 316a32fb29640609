import { adminProcedure, router } from "../../trpc/init";
import { getEntry, moveInLine, offerPlace, previewOffer, removeEntry } from "./manage-line";
import { listLine } from "./list-line";
import { inLineRef, lineSearch, moveForm } from "./schemas";

export const lineRouter = router({
  list: adminProcedure.input(lineSearch).query(({ ctx, input }) => listLine(ctx, input)),
  get: adminProcedure.input(inLineRef).query(({ ctx, input }) => getEntry(ctx, input)),
  remove: adminProcedure.input(inLineRef).mutation(({ ctx, input }) => removeEntry(ctx, input)),
  previewOffer: adminProcedure.input(inLineRef).query(({ ctx, input }) => previewOffer(ctx, input)),
  offer: adminProcedure.input(inLineRef).mutation(({ ctx, input }) => offerPlace(ctx, input)),
  move: adminProcedure.input(moveForm).mutation(({ ctx, input }) => moveInLine(ctx, input)),
});
