import {
  getBookingFile,
  getFeedAddress,
  getMemberFeed,
  renewFeedKey,
} from "../../selling/bookings/show/booking-calendar";
import { showCards, showSession, showUpcoming } from "../../selling/bookings/show/member-schedule";
import { listMemberSessions } from "../../selling/bookings/show/my-places";
import { bookingFileRef, feedRef, sessionFileRef } from "../../platform/calendar/calendar-file";
import { adminProcedure, memberProcedure, publicProcedure, router } from "../../core/trpc";
import { createCategory, deleteCategory, getCategory, listCategories, renameCategory } from "./categories";
import { listPastSessions } from "./list-past-sessions";
import { categoryRef, liveSessionsFilter, newCategoryForm, newShare, renamedCategory, sessionId } from "./schemas";
import { getScheduleFeed, getSessionFile } from "./session-event";
import { shareSession } from "./share-session";
import { listFeedEntries } from "./upcoming-sessions";

export const scheduleRouter = router({
  listUpcoming: publicProcedure.input(liveSessionsFilter).query(({ ctx, input }) => showUpcoming(ctx, input)),
  listCards: publicProcedure.input(liveSessionsFilter).query(({ ctx, input }) => showCards(ctx, input)),
  listForMember: memberProcedure.input(liveSessionsFilter).query(({ ctx, input }) => listMemberSessions(ctx, input)),
  listPast: publicProcedure.input(liveSessionsFilter).query(({ ctx, input }) => listPastSessions(ctx, input)),
  get: publicProcedure.input(sessionId).query(({ ctx, input }) => showSession(ctx, input)),
  listFeed: publicProcedure.query(({ ctx }) => listFeedEntries(ctx)),
  share: publicProcedure.input(newShare).mutation(({ ctx, input }) => shareSession(ctx, input)),
});

export const categoriesRouter = router({
  list: adminProcedure.query(({ ctx }) => listCategories(ctx)),
  get: adminProcedure.input(categoryRef).query(({ ctx, input }) => getCategory(ctx, input)),
  create: adminProcedure.input(newCategoryForm).mutation(({ ctx, input }) => createCategory(ctx, input)),
  rename: adminProcedure.input(renamedCategory).mutation(({ ctx, input }) => renameCategory(ctx, input)),
  delete: adminProcedure.input(categoryRef).mutation(({ ctx, input }) => deleteCategory(ctx, input)),
});

export const calendarRouter = router({
  sessionFile: publicProcedure.input(sessionFileRef).query(({ ctx, input }) => getSessionFile(ctx, input)),
  bookingFile: publicProcedure.input(bookingFileRef).query(({ ctx, input }) => getBookingFile(ctx, input)),
  scheduleFeed: publicProcedure.query(({ ctx }) => getScheduleFeed(ctx)),
  memberFeed: publicProcedure.input(feedRef).query(({ ctx, input }) => getMemberFeed(ctx, input)),
  feedAddress: memberProcedure.query(({ ctx }) => getFeedAddress(ctx)),
  renewFeedKey: memberProcedure.mutation(({ ctx }) => renewFeedKey(ctx)),
});
