import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node";
import { errorToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readFields } from "~/server/form.server";

const path = "/user/membership";

export function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return redirect(path);
}

/** Leads to Stripe's portal, whose address is a secret: it is made when it is asked for. */
export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const wanted = (await readFields(args.request)).get("for") === "plan" ? "plan" : "card";
  const opened = await attemptLogged(args, apiFor(args).memberships.openPortal({ for: wanted }));
  if (opened.ok) return redirectDocument(opened.value.next, 303);
  return redirectWithToast(args, path, errorToast("Not opened", opened.message));
}
