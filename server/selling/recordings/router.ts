import { describeFiles } from "../../platform/media/media-files";
import { adminProcedure, memberProcedure, publicProcedure, router } from "../../core/trpc";
import { getCollection, getSale, listCollections } from "./collection";
import { getRecording } from "./get-recording";
import { setFree, setPrice } from "./library/collection-prices";
import { correctCaptions, getCaptions } from "./library/correct-captions";
import { editedRecording, newRecording } from "./library/form-schemas";
import { listLibrary } from "./library/list-library";
import {
  cancelPreparing,
  createRecording,
  deleteRecording,
  editRecording,
  prepareAgain,
} from "./library/manage-recordings";
import { moveRecording } from "./library/order";
import { getRecordingForm } from "./library/open-recording";
import { captionsRef, correctedCaptions, fileRefs, freeChange, libraryRef, move, newPrice } from "./library/schemas";
import { listMyRecordings } from "./list-my-recordings";
import { setOpeningMails } from "./openings/opening-mails";
import { getPosition, savePosition } from "./positions";
import {
  collectionRef,
  openingMailsChoice,
  playbackPosition,
  playbackRef,
  recordingSearch,
  shownCollection,
  shownRecording,
} from "./schemas";
import { searchRecordings } from "./search/search-recordings";

const libraryRouter = router({
  list: adminProcedure.input(collectionRef).query(({ ctx, input }) => listLibrary(ctx, input)),
  getForm: adminProcedure.input(libraryRef).query(({ ctx, input }) => getRecordingForm(ctx, input)),
  files: adminProcedure.input(fileRefs).query(({ ctx, input }) => describeFiles(ctx.db, input.ids)),
  create: adminProcedure.input(newRecording).mutation(({ ctx, input }) => createRecording(ctx, input)),
  edit: adminProcedure.input(editedRecording).mutation(({ ctx, input }) => editRecording(ctx, input)),
  delete: adminProcedure.input(libraryRef).mutation(({ ctx, input }) => deleteRecording(ctx, input)),
  setFree: adminProcedure.input(freeChange).mutation(({ ctx, input }) => setFree(ctx, input)),
  prepareAgain: adminProcedure.input(libraryRef).mutation(({ ctx, input }) => prepareAgain(ctx, input)),
  cancelPreparing: adminProcedure.input(libraryRef).mutation(({ ctx, input }) => cancelPreparing(ctx, input)),
  getCaptions: adminProcedure.input(captionsRef).query(({ ctx, input }) => getCaptions(ctx, input)),
  correctCaptions: adminProcedure.input(correctedCaptions).mutation(({ ctx, input }) => correctCaptions(ctx, input)),
  move: adminProcedure.input(move).mutation(({ ctx, input }) => moveRecording(ctx, input)),
  setPrice: adminProcedure.input(newPrice).mutation(({ ctx, input }) => setPrice(ctx, input)),
});

export const recordingsRouter = router({
  library: libraryRouter,
  listCollections: publicProcedure.query(({ ctx }) => listCollections(ctx)),
  getCollection: publicProcedure.input(shownCollection).query(({ ctx, input }) => getCollection(ctx, input)),
  getSale: publicProcedure.input(collectionRef).query(({ ctx, input }) => getSale(ctx, input)),
  get: publicProcedure.input(shownRecording).query(({ ctx, input }) => getRecording(ctx, input)),
  search: publicProcedure.input(recordingSearch).query(({ ctx, input }) => searchRecordings(ctx, input)),
  setOpeningMails: memberProcedure.input(openingMailsChoice).mutation(({ ctx, input }) => setOpeningMails(ctx, input)),
  listMine: memberProcedure.query(({ ctx }) => listMyRecordings(ctx)),
  getPosition: memberProcedure.input(playbackRef).query(({ ctx, input }) => getPosition(ctx, input)),
  savePosition: memberProcedure.input(playbackPosition).mutation(({ ctx, input }) => savePosition(ctx, input)),
});
