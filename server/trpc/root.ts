import { accountsRouter } from "../accounts/router";
import { bookingsRouter } from "../bookings/router";
import { scheduleRouter } from "../schedule/router";
import { router } from "./init";

export const appRouter = router({
  accounts: accountsRouter,
  schedule: scheduleRouter,
  bookings: bookingsRouter,
});

export type AppRouter = typeof appRouter;
