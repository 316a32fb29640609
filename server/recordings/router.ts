import { memberProcedure, publicProcedure, router } from "../trpc/init";
import { getCollection } from "./get-collection";
import { getPosition, savePosition } from "./positions";
import { getRecording } from "./get-recording";
import { libraryRouter } from "./library/router";
import { listMyRecordings } from "./list-my-recordings";
import { collectionRef, playbackPosition, playbackRef, recordingRef } from "./schemas";

export const recordingsRouter = router({
  library: libraryRouter,
  getCollection: publicProcedure.input(collectionRef).query(({ ctx, input }) => getCollection(ctx, input)),
  get: publicProcedure.input(recordingRef).query(({ ctx, input }) => getRecording(ctx, input)),
  listMine: memberProcedure.query(({ ctx }) => listMyRecordings(ctx)),
  getPosition: memberProcedure.input(playbackRef).query(({ ctx, input }) => getPosition(ctx, input)),
  savePosition: memberProcedure.input(playbackPosition).mutation(({ ctx, input }) => savePosition(ctx, input)),
});
