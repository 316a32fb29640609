import { describeFiles } from "../../media/media-files";
import { adminProcedure, router } from "../../trpc/init";
import { collectionRef } from "../schemas";
import { createRecording, deleteRecording, editRecording, getRecordingForm, moveRecording } from "./manage-recordings";
import { listLibrary } from "./list-library";
import { editedRecording, fileRefs, freeChange, libraryRef, move, newPrice, newRecording } from "./schemas";
import { setFree, setPrice } from "./collection-prices";

export const libraryRouter = router({
  list: adminProcedure.input(collectionRef).query(({ ctx, input }) => listLibrary(ctx, input)),
  getForm: adminProcedure.input(libraryRef).query(({ ctx, input }) => getRecordingForm(ctx, input)),
  files: adminProcedure.input(fileRefs).query(({ ctx, input }) => describeFiles(ctx.db, input.ids)),
  create: adminProcedure.input(newRecording).mutation(({ ctx, input }) => createRecording(ctx, input)),
  edit: adminProcedure.input(editedRecording).mutation(({ ctx, input }) => editRecording(ctx, input)),
  delete: adminProcedure.input(libraryRef).mutation(({ ctx, input }) => deleteRecording(ctx, input)),
  setFree: adminProcedure.input(freeChange).mutation(({ ctx, input }) => setFree(ctx, input)),
  move: adminProcedure.input(move).mutation(({ ctx, input }) => moveRecording(ctx, input)),
  setPrice: adminProcedure.input(newPrice).mutation(({ ctx, input }) => setPrice(ctx, input)),
});
