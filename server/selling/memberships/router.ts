import { adminProcedure, memberProcedure, publicProcedure, router } from "../../core/trpc";
import { addMember } from "./add-member";
import { changeByHand } from "./change-by-hand";
import { getMember } from "./get-member";
import { cancelMembership, undoCancelling } from "./leave";
import { listMembers } from "./list-members";
import { listPlans } from "./manage-plans";
import { getMyMembership } from "./my-membership";
import { isAnyPlanSold, listPlansOnSale } from "./on-sale";
import {
  joinChoice,
  joinForm,
  leavingForm,
  memberQuery,
  membershipChange,
  membershipRef,
  newMember,
  portalVisit,
} from "./schemas";
import { getJoinOffer, joinMembership } from "./stripe/join";
import { openPortal, syncJoined } from "./stripe/portal";
import { syncByHand } from "./stripe/reconcile-memberships";

export const membershipsRouter = router({
  isAnySold: publicProcedure.query(({ ctx }) => isAnyPlanSold(ctx.db)),
  list: publicProcedure.query(({ ctx }) => listPlansOnSale(ctx)),
  getJoinOffer: memberProcedure.input(joinChoice).query(({ ctx, input }) => getJoinOffer(ctx, input)),
  join: memberProcedure.input(joinForm).mutation(({ ctx, input }) => joinMembership(ctx, input)),
  syncJoined: memberProcedure.mutation(({ ctx }) => syncJoined(ctx)),
  openPortal: memberProcedure.input(portalVisit).mutation(({ ctx, input }) => openPortal(ctx, input)),
  getMine: memberProcedure.query(({ ctx }) => getMyMembership(ctx)),
  cancel: memberProcedure.input(leavingForm).mutation(({ ctx, input }) => cancelMembership(ctx, input)),
  undoCancelling: memberProcedure.mutation(({ ctx }) => undoCancelling(ctx)),
  admin: router({
    list: adminProcedure.query(({ ctx }) => listPlans(ctx)),
    listMembers: adminProcedure.input(memberQuery).query(({ ctx, input }) => listMembers(ctx, input)),
    getMember: adminProcedure.input(membershipRef).query(({ ctx, input }) => getMember(ctx, input)),
    addMember: adminProcedure.input(newMember).mutation(({ ctx, input }) => addMember(ctx, input)),
    sync: adminProcedure.input(membershipRef).mutation(({ ctx, input }) => syncByHand(ctx, input)),
    change: adminProcedure.input(membershipChange).mutation(({ ctx, input }) => changeByHand(ctx, input)),
  }),
});
