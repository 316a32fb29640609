import { confirmConsent, getConsentBox, peekConsent } from "../../platform/mail/confirm-consent";
import { announcementRef, getSubscription, setUnsubscribed, subscription } from "../../platform/mail/unsubscribe";
import { adminProcedure, publicProcedure, router } from "../../core/trpc";
import { listAudit } from "./audit/list-audit";
import { listFailedJobs, retryJob } from "./failed-jobs";
import { dismissMail, getMail, listMails, resendMail } from "./mails";
import { auditQuery, jobQuery, jobRef, mailQuery, mailRef, mailToResend, officeQuery } from "./schemas";
import { getOverview } from "./overview";
import { searchOffice } from "./search-office";

export const auditRouter = router({
  list: adminProcedure.input(auditQuery).query(({ ctx, input }) => listAudit(ctx, input)),
});

export const jobsRouter = router({
  list: adminProcedure.input(jobQuery).query(({ ctx, input }) => listFailedJobs(ctx, input)),
  retry: adminProcedure.input(jobRef).mutation(({ ctx, input }) => retryJob(ctx, input)),
});

export const officeRouter = router({
  getOverview: adminProcedure.query(({ ctx }) => getOverview(ctx)),
  search: adminProcedure.input(officeQuery).query(({ ctx, input }) => searchOffice(ctx, input)),
});

export const mailRouter = router({
  list: adminProcedure.input(mailQuery).query(({ ctx, input }) => listMails(ctx, input)),
  get: adminProcedure.input(mailRef).query(({ ctx, input }) => getMail(ctx, input)),
  resend: adminProcedure.input(mailToResend).mutation(({ ctx, input }) => resendMail(ctx, input)),
  dismiss: adminProcedure.input(mailRef).mutation(({ ctx, input }) => dismissMail(ctx, input)),
  getSubscription: publicProcedure.input(announcementRef).query(({ ctx, input }) => getSubscription(ctx, input)),
  getConsentBox: publicProcedure.query(({ ctx }) => getConsentBox(ctx)),
  peekConsent: publicProcedure.input(announcementRef).query(({ ctx, input }) => peekConsent(ctx, input)),
  confirmConsent: publicProcedure.input(announcementRef).mutation(({ ctx, input }) => confirmConsent(ctx, input)),
  setUnsubscribed: publicProcedure.input(subscription).mutation(({ ctx, input }) => setUnsubscribed(ctx, input)),
});
