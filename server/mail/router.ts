import { adminProcedure, router } from "../trpc/init";
import { getMail } from "./get-mail";
import { listMails } from "./list-mails";
import { resendMail } from "./resend-mail";
import { mailQuery, mailRef, mailToResend } from "./schemas";

export const mailRouter = router({
  list: adminProcedure.input(mailQuery).query(({ ctx, input }) => listMails(ctx, input)),
  get: adminProcedure.input(mailRef).query(({ ctx, input }) => getMail(ctx, input)),
  resend: adminProcedure.input(mailToResend).mutation(({ ctx, input }) => resendMail(ctx, input)),
});
