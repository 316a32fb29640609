import { syncPayouts } from "../../payments/payouts/sync-payouts";
import { reconcilePayment } from "../../payments/reconcile-payment";
import { refundByHand, settleOutsideRefund } from "../../payments/refund-by-hand";
import { leaveOwnCheckout } from "../../payments/release";
import { ledgerQuery, newRefund, paymentRef, payoutQuery, payoutsQuery, refundRef } from "../../payments/schemas";
import { syncForPage } from "../../payments/stripe-failure";
import { purchaseQuery } from "../../selling/purchases/schemas";
import { adminProcedure, publicProcedure, router } from "../../core/trpc";
import { exportOrders } from "./export-orders";
import { listLedger } from "./ledger/list-ledger";
import { listBookings } from "./list-bookings";
import { listOrders } from "./list-orders";
import { listPurchases } from "./list-purchases";
import { getOrder, setStatus, syncOrder, syncPending } from "./order";
import { getHeldPass } from "./passes/get-held-pass";
import { listHeldPasses } from "./passes/list-held-passes";
import { heldPassQuery, heldPassRef } from "./passes/schemas";
import { listPayouts } from "./payouts/list-payouts";
import { getPayout } from "./payouts/payout-details";
import { bookingsQuery, exportQuery, orderQuery, orderRef, statusChange } from "./schemas";

export const ordersRouter = router({
  list: adminProcedure.input(orderQuery).query(({ ctx, input }) => listOrders(ctx, input)),
  export: adminProcedure.input(exportQuery).query(({ ctx, input }) => exportOrders(ctx, input)),
  get: adminProcedure.input(orderRef).query(({ ctx, input }) => getOrder(ctx, input)),
  setStatus: adminProcedure.input(statusChange).mutation(({ ctx, input }) => setStatus(ctx, input)),
  sync: adminProcedure.input(orderRef).mutation(({ ctx, input }) => syncForPage(() => syncOrder(ctx, input))),
  syncPending: adminProcedure.mutation(({ ctx }) => syncPending(ctx)),
  listPurchases: adminProcedure.input(purchaseQuery).query(({ ctx, input }) => listPurchases(ctx, input)),
  listBookings: adminProcedure.input(bookingsQuery).query(({ ctx, input }) => listBookings(ctx, input)),
  listHeldPasses: adminProcedure.input(heldPassQuery).query(({ ctx, input }) => listHeldPasses(ctx, input)),
  getHeldPass: adminProcedure.input(heldPassRef).query(({ ctx, input }) => getHeldPass(ctx, input)),
});

export const paymentsRouter = router({
  leaveCheckout: publicProcedure.input(orderRef).mutation(({ ctx, input }) => leaveOwnCheckout(ctx, input)),
  listLedger: adminProcedure
    .input(ledgerQuery)
    .query(({ ctx, input }) => listLedger(ctx, { ...input, timeZone: ctx.visitor.timeZone })),
  reconcile: adminProcedure
    .input(paymentRef)
    .mutation(({ ctx, input }) => syncForPage(() => reconcilePayment(ctx, input.paymentId))),
  listPayouts: adminProcedure.input(payoutsQuery).query(({ ctx, input }) => listPayouts(ctx, input)),
  getPayout: adminProcedure.input(payoutQuery).query(({ ctx, input }) => getPayout(ctx, input)),
  syncPayouts: adminProcedure.mutation(({ ctx }) => syncForPage(() => syncPayouts(ctx))),
  refund: adminProcedure.input(newRefund).mutation(({ ctx, input }) => refundByHand(ctx, input)),
  settleOutsideRefund: adminProcedure.input(refundRef).mutation(({ ctx, input }) => settleOutsideRefund(ctx, input)),
});
