import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, attemptOrSay, load, profileForm } from "~/server/api.server";
import { readForm, refuse } from "~/server/form.server";
import { newPasswordPath } from "~/lib/sign-in-address";
import { redirectWithToast, requireMember } from "~/server/session.server";

/** Everything that a member's profile shows, at whichever of its two addresses. */
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

type Me = { hasPassword: boolean; mayChooseNewPassword: boolean };

/** Whoever can't give a current password sets one by a link. */
function passwordPathFor({ hasPassword, mayChooseNewPassword }: Me) {
  if (hasPassword) return "/dashboard/settings/password";
  return mayChooseNewPassword ? newPasswordPath : "/sign-in?tab=reset-password";
}

/** Keeps what was changed, and leads back to the page that it was changed on. */
export async function saveProfile(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, profileForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const call = apiFor(args).profile.update(submission.value);
  const saved = await attemptOrSay(args, call, "Failed to update profile");
  if (!saved.ok) return refuse(submission, { ...saved, toast: { kind: "error", title: "Error", text: saved.message } });
  return redirectWithToast(args.context, new URL(args.request.url).pathname, {
    kind: "success",
    title: "Success",
    text: "Your profile has been updated.",
  });
}
