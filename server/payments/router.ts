import { adminProcedure, router } from "../trpc/init";
import { listLedger } from "../orders/ledger/list-ledger";
import { reconcilePayment } from "./reconcile-payment";
import { refundByHand, settleOutsideRefund } from "./refund-by-hand";
import { ledgerQuery, newRefund, paymentRef, refundRef } from "./schemas";
import { syncForPage } from "./stripe-failure";

export const paymentsRouter = router({
  listLedger: adminProcedure
    .input(ledgerQuery)
    .query(({ ctx, input }) => listLedger(ctx, { ...input, timeZone: ctx.visitor.timeZone })),
  reconcile: adminProcedure
    .input(paymentRef)
    .mutation(({ ctx, input }) => syncForPage(() => reconcilePayment(ctx, input.paymentId))),
  refund: adminProcedure.input(newRefund).mutation(({ ctx, input }) => refundByHand(ctx, input)),
  settleOutsideRefund: adminProcedure.input(refundRef).mutation(({ ctx, input }) => settleOutsideRefund(ctx, input)),
});
