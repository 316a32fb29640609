import { accountsRouter, keptFormsRouter } from "../accounts/router";
import { backupsRouter } from "../office/backup/router";
import { bookingsRouter } from "../selling/bookings/router";
import { calendarsRouter } from "../catalogue/calendars/router";
import { calendarRouter, categoriesRouter, scheduleRouter } from "../catalogue/schedule/router";
import { discountsRouter } from "../catalogue/discounts/router";
import { importsRouter } from "../office/imports/router";
import { insightsRouter } from "../office/insights/router";
import { homeRouter, profileRouter } from "../office/members/router";
import { auditRouter, jobsRouter, mailRouter, officeRouter } from "../office/operations/router";
import { ordersRouter, paymentsRouter } from "../office/orders/router";
import { giftCardsRouter } from "../catalogue/gift-cards/router";
import { invoicesRouter } from "../payments/invoices/router";
import { coursesRouter } from "../selling/courses/router";
import { oneToOneRouter } from "../selling/one-to-one/router";
import { membershipsRouter } from "../selling/memberships/router";
import { passesRouter } from "../catalogue/passes/router";
import { pagesRouter } from "../catalogue/pages/router";
import { newsletterRouter, peopleRouter, usersRouter } from "../office/directory/router";
import { purchasesRouter } from "../selling/purchases/router";
import { productsRouter } from "../catalogue/products/router";
import { recordingsRouter } from "../selling/recordings/router";
import { resourcesRouter } from "../selling/resources/router";
import { systemRouter } from "../office/doctor/router";
import { siteRouter } from "../catalogue/site/router";
import { testimonialsRouter } from "../catalogue/testimonials/router";
import { sessionsRouter } from "../office/managing/router";
import { waitlistRouter } from "../selling/waitlist/router";
import { withdrawalsRouter } from "../payments/withdrawals/router";
import { standingRouter } from "../selling/standing/router";
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
