import { z } from "zod";
import { typedLine } from "../core/input-schemas";
import { getKeptForm } from "../core/kept-forms";
import { adminProcedure, memberProcedure, holderProcedure, publicProcedure, router } from "../core/trpc";
import { peekToken } from "./account-tokens";
import { peekVerification, verifyEmail } from "./confirm-email";
import { endDevices, listDevices } from "./devices";
import { endImpersonation, impersonateUser } from "./impersonation";
import { confirmEmailChange, enterByLink, requestLink } from "./mailed-links";
import { changePassword, setNewPassword } from "./new-password";
import { getMe } from "./re-authenticate";
import {
  changePasswordForm,
  endedDevices,
  entryRef,
  impersonationForm,
  newPasswordForm,
  holderForm,
  holderCodeForm,
  resetForm,
  setUpForm,
  secondFactorForm,
  signInForm,
  signInLinkForm,
  signUpForm,
  tokenRef,
  verification,
  verificationRef,
} from "./schemas";
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from "./second-factor";
import { enterSecondFactor } from "./second-factor-codes";
import { claimSite, getSetUp } from "./set-up";
import { signIn, signOut } from "./sign-in";
import { signUp } from "./sign-up";

const secondFactorRouter = router({
  status: holderProcedure.query(({ ctx }) => getSecondFactor(ctx)),
  begin: holderProcedure.input(holderForm).mutation(({ ctx, input }) => beginSecondFactor(ctx, input)),
  confirm: holderProcedure.input(secondFactorForm).mutation(({ ctx, input }) => confirmSecondFactor(ctx, input)),
  renewCodes: memberProcedure.input(holderCodeForm).mutation(({ ctx, input }) => renewRecoveryCodes(ctx, input)),
  turnOff: memberProcedure.input(holderCodeForm).mutation(({ ctx, input }) => turnOffSecondFactor(ctx, input)),
});

const setUpRouter = router({
  get: publicProcedure.query(({ ctx }) => getSetUp(ctx)),
  claim: publicProcedure.input(setUpForm).mutation(({ ctx, input }) => claimSite(ctx, input)),
});

export const accountsRouter = router({
  signUp: publicProcedure.input(signUpForm).mutation(({ ctx, input }) => signUp(ctx, input)),
  signIn: publicProcedure.input(signInForm).mutation(({ ctx, input }) => signIn(ctx, input)),
  enterSecondFactor: publicProcedure
    .input(secondFactorForm)
    .mutation(({ ctx, input }) => enterSecondFactor(ctx, input)),
  requestPasswordReset: publicProcedure
    .input(resetForm)
    .mutation(({ ctx, input }) => requestLink(ctx, { ...input, purpose: "reset_password" })),
  requestSignInLink: publicProcedure
    .input(signInLinkForm)
    .mutation(({ ctx, input }) => requestLink(ctx, { ...input, purpose: "sign_in" })),
  peekToken: publicProcedure.input(tokenRef).query(({ ctx, input }) => peekToken(ctx, input)),
  peekVerification: publicProcedure.input(verificationRef).query(({ ctx, input }) => peekVerification(ctx, input)),
  verifyEmail: publicProcedure.input(verification).mutation(({ ctx, input }) => verifyEmail(ctx, input)),
  confirmEmailChange: publicProcedure
    .input(verificationRef)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx, input)),
  enterByLink: publicProcedure.input(entryRef).mutation(({ ctx, input }) => enterByLink(ctx, input)),
  signOut: publicProcedure.meta({ worksWhileImpersonating: true }).mutation(({ ctx }) => signOut(ctx)),
  impersonate: adminProcedure.input(impersonationForm).mutation(({ ctx, input }) => impersonateUser(ctx, input)),
  endImpersonation: publicProcedure
    .meta({ worksWhileImpersonating: true })
    .mutation(({ ctx }) => endImpersonation(ctx)),

  me: holderProcedure.query(({ ctx }) => getMe(ctx)),
  setNewPassword: holderProcedure.input(newPasswordForm).mutation(({ ctx, input }) => setNewPassword(ctx, input)),
  changePassword: holderProcedure.input(changePasswordForm).mutation(({ ctx, input }) => changePassword(ctx, input)),
  listDevices: memberProcedure.query(({ ctx }) => listDevices(ctx)),
  endDevices: memberProcedure.input(endedDevices).mutation(({ ctx, input }) => endDevices(ctx, input)),
  secondFactor: secondFactorRouter,
  setUp: setUpRouter,
});

const keptFormRef = z.object({ id: z.uuid(), address: typedLine(2000) });

export const keptFormsRouter = router({
  get: memberProcedure.input(keptFormRef).query(({ ctx, input }) => getKeptForm(ctx, input)),
});
