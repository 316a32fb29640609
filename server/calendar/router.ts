import { memberProcedure, publicProcedure, router } from "../trpc/init";
import { getBookingFile } from "../bookings/calendar-feed/get-booking-file";
import { getFeedAddress } from "../bookings/calendar-feed/get-feed-address";
import { getMemberFeed } from "../bookings/calendar-feed/get-member-feed";
import { getScheduleFeed } from "../schedule/get-schedule-feed";
import { getSessionFile } from "../schedule/get-session-file";
import { renewFeedKey } from "../bookings/calendar-feed/renew-feed-key";
import { bookingFileRef, feedRef, sessionFileRef } from "./schemas";

export const calendarRouter = router({
  sessionFile: publicProcedure.input(sessionFileRef).query(({ ctx, input }) => getSessionFile(ctx, input)),
  bookingFile: publicProcedure.input(bookingFileRef).query(({ ctx, input }) => getBookingFile(ctx, input)),
  scheduleFeed: publicProcedure.query(({ ctx }) => getScheduleFeed(ctx)),
  memberFeed: publicProcedure.input(feedRef).query(({ ctx, input }) => getMemberFeed(ctx, input)),
  feedAddress: memberProcedure.query(({ ctx }) => getFeedAddress(ctx)),
  renewFeedKey: memberProcedure.mutation(({ ctx }) => renewFeedKey(ctx)),
});
