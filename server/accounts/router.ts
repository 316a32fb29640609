import { adminProcedure, memberProcedure, publicProcedure, router } from "../trpc/init";
import { beginSecondFactor } from "./begin-second-factor";
import { changePassword } from "./change-password";
import { confirmEmailChange } from "./confirm-email-change";
import { confirmSecondFactor } from "./confirm-second-factor";
import { endDevice } from "./end-device";
import { endImpersonation } from "./end-impersonation";
import { enterByLink } from "./enter-by-link";
import { enterSecondFactor } from "./enter-second-factor";
import { getMe } from "./get-me";
import { getSecondFactor } from "./get-second-factor";
import { impersonateUser } from "./impersonate-user";
import { listDevices } from "./list-devices";
import { peekToken } from "./peek-token";
import { renewRecoveryCodes } from "./renew-recovery-codes";
import { requestLink } from "./request-link";
import {
  changePasswordForm,
  deviceRef,
  entryRef,
  impersonationForm,
  newPasswordForm,
  resetForm,
  secondFactorForm,
  signInForm,
  signInLinkForm,
  signUpForm,
  tokenRef,
  verificationRef,
} from "./schemas";
import { setNewPassword } from "./set-new-password";
import { signIn } from "./sign-in";
import { signOut } from "./sign-out";
import { signOutEverywhere } from "./sign-out-everywhere";
import { signUp } from "./sign-up";
import { turnOffSecondFactor } from "./turn-off-second-factor";
import { verifyEmail } from "./verify-email";

const secondFactorRouter = router({
  status: memberProcedure.query(({ ctx }) => getSecondFactor(ctx)),
  begin: memberProcedure.mutation(({ ctx }) => beginSecondFactor(ctx)),
  confirm: memberProcedure.input(secondFactorForm).mutation(({ ctx, input }) => confirmSecondFactor(ctx, input)),
  renewCodes: memberProcedure.input(secondFactorForm).mutation(({ ctx, input }) => renewRecoveryCodes(ctx, input)),
  turnOff: memberProcedure.input(secondFactorForm).mutation(({ ctx, input }) => turnOffSecondFactor(ctx, input)),
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
  verifyEmail: publicProcedure.input(verificationRef).mutation(({ ctx, input }) => verifyEmail(ctx, input)),
  confirmEmailChange: publicProcedure
    .input(verificationRef)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx, input)),
  enterByLink: publicProcedure.input(entryRef).mutation(({ ctx, input }) => enterByLink(ctx, input)),
  signOut: publicProcedure.meta({ worksWhileImpersonating: true }).mutation(({ ctx }) => signOut(ctx)),
  impersonate: adminProcedure.input(impersonationForm).mutation(({ ctx, input }) => impersonateUser(ctx, input)),
  endImpersonation: publicProcedure
    .meta({ worksWhileImpersonating: true })
    .mutation(({ ctx }) => endImpersonation(ctx)),

  me: memberProcedure.query(({ ctx }) => getMe(ctx)),
  setNewPassword: memberProcedure.input(newPasswordForm).mutation(({ ctx, input }) => setNewPassword(ctx, input)),
  changePassword: memberProcedure.input(changePasswordForm).mutation(({ ctx, input }) => changePassword(ctx, input)),
  listDevices: memberProcedure.query(({ ctx }) => listDevices(ctx)),
  endDevice: memberProcedure.input(deviceRef).mutation(({ ctx, input }) => endDevice(ctx, input)),
  signOutEverywhere: memberProcedure.mutation(({ ctx }) => signOutEverywhere(ctx)),
  secondFactor: secondFactorRouter,
});
