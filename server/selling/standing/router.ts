import { adminProcedure, memberProcedure, router } from "../../core/trpc";
import {
  getMyStanding,
  getStandingOf,
  giveUpMyStanding,
  giveUpStandingFor,
  takeMyStanding,
  takeStandingFor,
} from "./manage-standing";
import { memberStandingForm, standingForm, standingRef } from "./schemas";

export const standingRouter = router({
  getMine: memberProcedure.query(({ ctx }) => getMyStanding(ctx)),
  take: memberProcedure.input(standingForm).mutation(({ ctx, input }) => takeMyStanding(ctx, input)),
  giveUp: memberProcedure.input(standingRef).mutation(({ ctx, input }) => giveUpMyStanding(ctx, input)),
  admin: router({
    get: adminProcedure.input(standingRef).query(({ ctx, input }) => getStandingOf(ctx, input)),
    take: adminProcedure.input(memberStandingForm).mutation(({ ctx, input }) => takeStandingFor(ctx, input)),
    giveUp: adminProcedure.input(standingRef).mutation(({ ctx, input }) => giveUpStandingFor(ctx, input)),
  }),
});
