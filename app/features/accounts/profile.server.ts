import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { newPasswordPath } from "~/lib/sign-in-address";
import { successToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { profileForm } from "~/server/schemas.server";

export async function loadProfile(args: LoaderFunctionArgs) {
  requireMember(args);
  const { accounts, calendar, profile } = apiFor(args);
  const [me, own, devices, secondFactor, feed, openings] = await Promise.all([
    load(accounts.me()),
    load(profile.get()),
    load(accounts.listDevices()),
    load(accounts.secondFactor.status()),
    load(calendar.feedAddress()),
    load(profile.listOpenings()),
  ]);
  return { me, profile: own, devices, secondFactor, feed, openings, passwordPath: passwordPathFor(me) };
}

type PasswordFacts = { hasPassword: boolean; mayChooseNewPassword: boolean };

/** An account without a current password chooses one by a mailed link. */
function passwordPathFor({ hasPassword, mayChooseNewPassword }: PasswordFacts) {
  if (hasPassword) return "/dashboard/settings/password";
  return mayChooseNewPassword ? newPasswordPath : "/sign-in?tab=reset-password";
}

export async function saveProfile(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, profileForm);
  if (submission.status !== "success") return refuse(submission);
  const call = apiFor(args).profile.update(submission.value);
  const saved = await attemptLogged(args, call, "Failed to update profile");
  if (!saved.ok) return refuseCall(submission, saved, "Error");
  return redirectWithToast(
    args,
    new URL(args.request.url).pathname,
    successToast("Success", "Your profile has been updated."),
  );
}
