import { type AppLoadContext, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { daysLeft } from "@server/accounts/accounts";
import type { Auth, SessionUser } from "@server/core/context";
import { ownAddress } from "@server/core/addresses";
import { logSecurityEvent } from "@server/core/security-log";
import { destinationOf, homeOf, newPasswordPath, secondFactorPath, withReturn } from "~/lib/sign-in-address";
import { impersonationPath } from "~/lib/site";
import { errorToast, successToast, type Toast } from "~/lib/toast";
import { apiFor, attempt, idOf, load, type RequestContext } from "./api.server";
import { forgetReset, isMadeInBrowser, isResetting } from "./cookies.server";
import { redirectWithToast } from "./flash.server";
import { shortAddress } from "~/lib/short-address";

/** Redirects visitors to sign in, and an admin whose second factor is overdue to its set-up page. */
export function requireMember({ request, context: { auth } }: RequestContext): SessionUser {
  if (auth.user) return auth.user;
  const { overdueAdmin } = auth.session;
  if (overdueAdmin && new URL(request.url).pathname === secondFactorPath) return overdueAdmin;
  const here = shortAddress(new URL(request.url));
  throw redirect(nextStepOf(auth, here) ?? withReturn("/sign-in", here));
}

/** Returns the signed-in admin; redirects other members to their dashboard with a refusal. */
export function requireAdmin(args: RequestContext): SessionUser {
  const user = requireMember(args);
  if (user.role === "admin") return user;
  logSecurityEvent(args.context.services, "access_refused", { userId: user.id, reason: "back office" });
  throw redirectWithToast(args, "/dashboard", errorToast("Access Denied", "You do not have admin privileges"));
}

/** Returns the server's procedures for an admin page. Call it first in every such loader and action. */
export function adminApi(args: RequestContext) {
  requireAdmin(args);
  return apiFor(args);
}

/** Returns the page that an incomplete sign-in has to pass first; null for visitors. */
export function nextStepOf({ session }: Auth, wanted: string): string | null {
  if (session.overdueAdmin) return secondFactorPath;
  // The hour in a member's account is over; the page leads back to the admin's own.
  if (session.current?.impersonator) return impersonationPath;
  // The password was right; the code is missing.
  return session.current && !session.current.isComplete ? withReturn("/sign-in/code", wanted) : null;
}

/** Returns the key of a mailed link, if the address has one. */
export const keyOf = ({ request }: RequestContext): string | undefined =>
  new URL(request.url).searchParams.get("key") ?? undefined;

/** Returns the key of a booking's mailed link; without one, requires the browser that booked or a member. */
export function bookingKeyOf(args: RequestContext & Pick<LoaderFunctionArgs, "params">): string | undefined {
  const key = keyOf(args);
  if (key) return key;
  if (!isMadeInBrowser(args, idOf(args))) requireMember(args);
  return undefined;
}

/** Returns the days that an admin has left to set up a second factor; null without a deadline. */
export const daysForSecondFactor = ({ services }: AppLoadContext, { secondFactorDueAt }: SessionUser): number | null =>
  secondFactorDueAt && daysLeft(secondFactorDueAt, services.clock.now());

/** Returns the address that the sign-in page's address asks for; never on another site. Null if it asks for none. */
export async function destinationAfterSignIn(args: RequestContext): Promise<string | null> {
  const query = new URL(args.request.url).searchParams;
  return destinationOf(query, ownAddress(query.get("returnTo")), await load(apiFor(args).recordings.listCollections()));
}

/** Returns the site's page that an address or a form names as the way back, else `otherwise`. */
export const backFrom = (query: URLSearchParams, otherwise: string): string =>
  ownAddress(query.get("back")) || otherwise;

/** Redirects to the code if one is needed, to a new password during a reset, else where the user wanted. */
export function redirectAfterSignIn(args: RequestContext, wanted: string | null, next: "done" | "second_factor") {
  const to = isResetting(args) ? newPasswordPath : wanted;
  if (next === "second_factor") return redirect(withReturn("/sign-in/code", to), 303);
  const { user, session } = args.context.auth;
  if (to !== newPasswordPath) return redirect(to ?? homeOf((user ?? session.overdueAdmin)?.role), 303);
  const toast = successToast("Signed in successfully", "Please set a new password now.");
  return redirectWithToast(args, to, toast, isResetting(args) ? [forgetReset(args.context)] : []);
}

export const redirectSignedIn = async (args: RequestContext, { role }: SessionUser) =>
  redirect((await destinationAfterSignIn(args)) ?? homeOf(role));

export const tokenOf = (request: Request): string => new URL(request.url).searchParams.get("token") ?? "";

/** Returns whether the link that a page was opened by still works. */
export async function peekLink(args: RequestContext, purpose: "sign_in" | "reset_password" | "change_email") {
  const { isValid } = await load(apiFor(args).accounts.peekToken({ purpose, token: tokenOf(args.request) }));
  return linkState(isValid);
}

/** Signs in by the page's link and leads to `to`, or else where the link was asked for. */
export async function enterByLink(args: RequestContext, purpose: "sign_in" | "reset_password", to?: string) {
  const call = apiFor(args).accounts.enterByLink({ purpose, token: tokenOf(args.request) });
  const entered = await load(attempt(call));
  if (!entered.ok) return refuseLink(entered);
  return redirectAfterSignIn(args, to ?? entered.value.returnTo, entered.value.next);
}

/** Returns a used or expired link's state with status 410. */
const linkState = (isValid: boolean) => data({ isValid, toast: null as Toast | null }, { status: isValid ? 200 : 410 });

type RefusedCall = { status: number; code: string; message: string; retryAfterSeconds?: number | undefined };

export function refuseLink({ status, code, message, retryAfterSeconds }: RefusedCall) {
  if (code === "link_expired") return linkState(false);
  const headers: HeadersInit = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  return data({ isValid: true, toast: errorToast("Error", message) }, { status, headers });
}
