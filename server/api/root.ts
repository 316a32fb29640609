import { accountsRouter, keptFormsRouter } from "../people/accounts/router";
import { backupsRouter } from "../platform/backup/router";
import { bookingsRouter } from "../sessions/bookings/router";
import { calendarsRouter } from "../sessions/calendars/router";
import { calendarRouter, categoriesRouter, scheduleRouter } from "../sessions/schedule/router";
import { discountsRouter } from "../selling/discounts/router";
import { importsRouter } from "../platform/imports/router";
import { insightsRouter } from "../selling/insights/router";
import { homeRouter, profileRouter } from "../people/members/router";
import { auditRouter, jobsRouter, mailRouter, officeRouter } from "../platform/operations/router";
import { ordersRouter, paymentsRouter } from "../selling/orders/router";
import { giftCardsRouter } from "../selling/gift-cards/router";
import { invoicesRouter } from "../selling/invoices/router";
import { coursesRouter } from "../sessions/courses/router";
import { oneToOneRouter } from "../sessions/one-to-one/router";
import { membershipsRouter } from "../selling/memberships/router";
import { passesRouter } from "../selling/passes/router";
import { pagesRouter } from "../content/pages/router";
import { newsletterRouter, peopleRouter, usersRouter } from "../people/directory/router";
import { purchasesRouter } from "../selling/purchases/router";
import { productsRouter } from "../selling/products/router";
import { recordingsRouter } from "../content/recordings/router";
import { resourcesRouter } from "../content/resources/router";
import { systemRouter } from "../platform/doctor/router";
import { siteRouter } from "../content/site/router";
import { testimonialsRouter } from "../content/testimonials/router";
import { sessionsRouter } from "../sessions/managing/router";
import { waitlistRouter } from "../sessions/waitlist/router";
import { withdrawalsRouter } from "../selling/withdrawals/router";
import { standingRouter } from "../sessions/standing/router";
import { createCallerFactory, router } from "../core/trpc";

export const appRouter = router({
  accounts: accountsRouter,
  home: homeRouter,
  profile: profileRouter,
  schedule: scheduleRouter,
  sessions: sessionsRouter,
  calendar: calendarRouter,
  calendars: calendarsRouter,
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
  products: productsRouter,
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
  giftCards: giftCardsRouter,
  invoices: invoicesRouter,
  courses: coursesRouter,
  oneToOne: oneToOneRouter,
  memberships: membershipsRouter,
  standing: standingRouter,
  passes: passesRouter,
  pages: pagesRouter,
  testimonials: testimonialsRouter,
  users: usersRouter,
  people: peopleRouter,
  newsletter: newsletterRouter,
});

/** What the browser's client knows of the procedures; for `import type` only. */
export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
