import { listMemberSessions } from "../bookings/my-places";
import { adminSessionsRouter } from "../sessions/router";
import { adminProcedure, memberProcedure, publicProcedure, router } from "../trpc/init";
import { createCategory, deleteCategory, getCategory, listCategories, renameCategory } from "./categories";
import { listFeedEntries } from "./schedule-feed";
import { getSession } from "./get-session";
import { listPastSessions } from "./list-past-sessions";
import { categoryRef, liveSessionsFilter, newCategoryForm, newShare, renamedCategory, sessionId } from "./schemas";
import { shareSession } from "./share-session";
import { listSessionCards, listUpcomingSessions } from "./upcoming-sessions";

export const scheduleRouter = router({
  admin: adminSessionsRouter,
  listUpcoming: publicProcedure.input(liveSessionsFilter).query(({ ctx, input }) => listUpcomingSessions(ctx, input)),
  listCards: publicProcedure.input(liveSessionsFilter).query(({ ctx, input }) => listSessionCards(ctx, input)),
  listForMember: memberProcedure.input(liveSessionsFilter).query(({ ctx, input }) => listMemberSessions(ctx, input)),
  listPast: publicProcedure.input(liveSessionsFilter).query(({ ctx, input }) => listPastSessions(ctx, input)),
  get: publicProcedure.input(sessionId).query(({ ctx, input }) => getSession(ctx, input)),
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
