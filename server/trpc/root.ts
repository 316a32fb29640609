import { accountsRouter } from "../accounts/router";
import { auditRouter } from "../operations/audit/router";
import { bookingsRouter } from "../bookings/router";
import { calendarRouter } from "../calendar/router";
import { categoriesRouter } from "../schedule/categories/router";
import { discountsRouter } from "../discounts/router";
import { homeRouter } from "../members/router";
import { ordersRouter } from "../orders/router";
import { insightsRouter } from "../insights/router";
import { jobsRouter } from "../operations/jobs/router";
import { keptFormsRouter } from "../kept-forms/router";
import { mailRouter } from "../operations/mail/router";
import { paymentsRouter } from "../payments/router";
import { profileRouter } from "../members/profile-router";
import { purchasesRouter } from "../recordings/purchases/router";
import { recordingsRouter } from "../recordings/router";
import { resourcesRouter } from "../resources/router";
import { scheduleRouter } from "../schedule/router";
import { siteRouter } from "../site/router";
import { usersRouter } from "../people/router";
import { waitlistRouter } from "../waitlist/router";
import { router } from "./init";

export const appRouter = router({
  accounts: accountsRouter,
  home: homeRouter,
  profile: profileRouter,
  schedule: scheduleRouter,
  calendar: calendarRouter,
  categories: categoriesRouter,
  discounts: discountsRouter,
  bookings: bookingsRouter,
  orders: ordersRouter,
  payments: paymentsRouter,
  waitlist: waitlistRouter,
  recordings: recordingsRouter,
  purchases: purchasesRouter,
  resources: resourcesRouter,
  audit: auditRouter,
  keptForms: keptFormsRouter,
  mail: mailRouter,
  insights: insightsRouter,
  jobs: jobsRouter,
  site: siteRouter,
  users: usersRouter,
});
