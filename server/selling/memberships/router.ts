/*
 * What can be done with a membership. Each thing has a folder, here in the order in which a member meets them:
 *
 * - plans: what is on sale, what it grants and costs
 * - join: at Stripe's page, by hand, and from another system's list
 * - periods: what is paid or given, the state that follows, and what it grants: passes, credits, a pause, the end
 * - show: to its member, in lists, and who pays what
 * - leave: cancelling, and taking that back
 * - by-hand: what the instructor sees and changes
 * - tend: what is due by time, and what is told ahead
 * - stripe: subscriptions at Stripe; whatever happens there, the site reads it again and follows it
 * - account: the download of an account, and its end
 * - mails: what is mailed of all this, and its words
 *
 * Beside this file is what they share: the states (transitions), the one membership of a member that goes on (live), the
 * lock, and what is typed (schemas).
 */
import { adminProcedure, memberProcedure, publicProcedure, router } from "../../core/trpc";
import { addMember } from "./join/add-member";
import { changeByHand } from "./by-hand/change-by-hand";
import { getMember } from "./by-hand/get-member";
import { cancelMembership, undoCancelling } from "./leave/leave";
import { listMembers } from "./by-hand/list-members";
import { listPlans } from "./plans/manage-plans";
import { getMyMembership } from "./show/my-membership";
import { isAnyPlanSold, listPlansOnSale } from "./plans/on-sale";
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
import { getJoinOffer, joinMembership } from "./join/join";
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
