import { syncForPage } from "../payments/stripe-failure";
import { adminProcedure, router } from "../trpc/init";
import { exportOrders } from "./export-orders";
import { getOrder } from "./get-order";
import { listBookings, listOrders } from "./list-orders";
import { bookingsQuery, exportQuery, orderQuery, orderRef, statusChange } from "./schemas";
import { setStatus, syncOrder, syncPending } from "./change-order";

export const ordersRouter = router({
  list: adminProcedure.input(orderQuery).query(({ ctx, input }) => listOrders(ctx, input)),
  export: adminProcedure.input(exportQuery).query(({ ctx, input }) => exportOrders(ctx, input)),
  get: adminProcedure.input(orderRef).query(({ ctx, input }) => getOrder(ctx, input)),
  setStatus: adminProcedure.input(statusChange).mutation(({ ctx, input }) => setStatus(ctx, input)),
  sync: adminProcedure.input(orderRef).mutation(({ ctx, input }) => syncForPage(() => syncOrder(ctx, input))),
  syncPending: adminProcedure.mutation(({ ctx }) => syncPending(ctx)),
  listBookings: adminProcedure.input(bookingsQuery).query(({ ctx, input }) => listBookings(ctx, input)),
});
