import { describeFiles } from "../../media/describe-files";
import { adminProcedure, router } from "../../trpc/init";
import { collectionRef } from "../schemas";
import { createRecording } from "./create-recording";
import { deleteRecording } from "./delete-recording";
import { editRecording } from "./edit-recording";
import { getRecordingForm } from "./get-recording-form";
import { listLibrary } from "./list-library";
import { moveRecording } from "./move-recording";
import { editedRecording, fileRefs, freeChange, libraryRef, move, newPrice, newRecording } from "./schemas";
import { setFree } from "./set-free";
import { setPrice } from "./set-price";

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
