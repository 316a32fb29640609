import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { errorToast, successToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

const path = "/user/membership";

export function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return redirect(path);
}

/** Takes a change of plan back that has not taken effect. */
export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const undone = await attemptLogged(args, apiFor(args).memberships.takeBackChange());
  const toast = undone.ok
    ? successToast("The change is taken back", "You keep the membership that you have.")
    : errorToast("The change is not taken back", undone.message);
  return redirectWithToast(args, path, toast);
}
