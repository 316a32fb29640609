import { memberProcedure, publicProcedure, router } from "../trpc/init";
import { adminSessionsRouter } from "../sessions/router";
import { getSession } from "./get-session";
import { listMemberSessions } from "../bookings/list-member-sessions";
import { listPastSessions } from "./list-past-sessions";
import { listSessionCards, listUpcomingSessions } from "./upcoming-sessions";
import { liveSessionsFilter, newShare, scheduleFilter, sessionId } from "./schemas";
import { shareSession } from "./share-session";

export const scheduleRouter = router({
  admin: adminSessionsRouter,
  listUpcoming: publicProcedure.input(scheduleFilter).query(({ ctx, input }) => listUpcomingSessions(ctx, input)),
  listCards: publicProcedure.input(liveSessionsFilter).query(({ ctx, input }) => listSessionCards(ctx, input)),
  listForMember: memberProcedure.input(liveSessionsFilter).query(({ ctx, input }) => listMemberSessions(ctx, input)),
  listPast: publicProcedure.input(liveSessionsFilter).query(({ ctx, input }) => listPastSessions(ctx, input)),
  get: publicProcedure.input(sessionId).query(({ ctx, input }) => getSession(ctx, input)),
  share: publicProcedure.input(newShare).mutation(({ ctx, input }) => shareSession(ctx, input)),
});
