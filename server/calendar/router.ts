import { memberProcedure, publicProcedure, router } from "../trpc/init";
import { getBookingFile, getFeedAddress, getMemberFeed, renewFeedKey } from "../bookings/booking-calendar";
import { getScheduleFeed, getSessionFile } from "../schedule/session-event";
import { bookingFileRef, feedRef, sessionFileRef } from "./calendar-file";

export const calendarRouter = router({
  sessionFile: publicProcedure.input(sessionFileRef).query(({ ctx, input }) => getSessionFile(ctx, input)),
  bookingFile: publicProcedure.input(bookingFileRef).query(({ ctx, input }) => getBookingFile(ctx, input)),
  scheduleFeed: publicProcedure.query(({ ctx }) => getScheduleFeed(ctx)),
  memberFeed: publicProcedure.input(feedRef).query(({ ctx, input }) => getMemberFeed(ctx, input)),
  feedAddress: memberProcedure.query(({ ctx }) => getFeedAddress(ctx)),
  renewFeedKey: memberProcedure.mutation(({ ctx }) => renewFeedKey(ctx)),
});
