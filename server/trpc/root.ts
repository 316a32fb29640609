import { accountsRouter, keptFormsRouter } from "../accounts/router";
import { backupsRouter } from "../backup/router";
import { bookingsRouter } from "../bookings/router";
import { calendarRouter, categoriesRouter, scheduleRouter } from "../schedule/router";
import { discountsRouter } from "../discounts/router";
import { importsRouter } from "../imports/router";
import { insightsRouter } from "../insights/router";
import { homeRouter, profileRouter } from "../members/router";
import { auditRouter, jobsRouter, mailRouter, officeRouter } from "../operations/router";
import { ordersRouter, paymentsRouter } from "../orders/router";
import { pagesRouter } from "../pages/router";
import { newsletterRouter, peopleRouter, usersRouter } from "../people/router";
import { purchasesRouter } from "../purchases/router";
import { recordingsRouter } from "../recordings/router";
import { resourcesRouter } from "../resources/router";
import { systemRouter } from "../doctor/router";
import { siteRouter } from "../site/router";
import { testimonialsRouter } from "../testimonials/router";
import { waitlistRouter } from "../waitlist/router";
import { withdrawalsRouter } from "../withdrawals/router";
import { createCallerFactory, router } from "./init";

export const appRouter = router({
  accounts: accountsRouter,
  home: homeRouter,
  profile: profileRouter,
  schedule: scheduleRouter,
  calendar: calendarRouter,
  categories: categoriesRouter,
  discounts: discountsRouter,
  backups: backupsRouter,
  bookings: bookingsRouter,
  office: officeRouter,
  orders: ordersRouter,
  payments: paymentsRouter,
  waitlist: waitlistRouter,
  withdrawals: withdrawalsRouter,
  recordings: recordingsRouter,
  purchases: purchasesRouter,
  resources: resourcesRouter,
  audit: auditRouter,
  keptForms: keptFormsRouter,
  mail: mailRouter,
  imports: importsRouter,
  insights: insightsRouter,
  jobs: jobsRouter,
  site: siteRouter,
  system: systemRouter,
  pages: pagesRouter,
  testimonials: testimonialsRouter,
  users: usersRouter,
  people: peopleRouter,
  newsletter: newsletterRouter,
});

/** What the browser's client knows of the procedures; for `import type` only. */
export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
