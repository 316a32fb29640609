import { adminProcedure, publicProcedure, router } from "../../trpc/init";
import { announcementRef, subscription } from "../../mail/schemas";
import { dismissMail } from "./dismiss-mail";
import { getMail } from "./get-mail";
import { listMails } from "./list-mails";
import { resendMail } from "./resend-mail";
import { mailQuery, mailRef, mailToResend } from "./schemas";
import { getSubscription, setUnsubscribed } from "../../mail/unsubscribe";

export const mailRouter = router({
  list: adminProcedure.input(mailQuery).query(({ ctx, input }) => listMails(ctx, input)),
  get: adminProcedure.input(mailRef).query(({ ctx, input }) => getMail(ctx, input)),
  resend: adminProcedure.input(mailToResend).mutation(({ ctx, input }) => resendMail(ctx, input)),
  dismiss: adminProcedure.input(mailRef).mutation(({ ctx, input }) => dismissMail(ctx, input)),
  getSubscription: publicProcedure.input(announcementRef).query(({ ctx, input }) => getSubscription(ctx, input)),
  setUnsubscribed: publicProcedure.input(subscription).mutation(({ ctx, input }) => setUnsubscribed(ctx, input)),
});
