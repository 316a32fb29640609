import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { errorToast, successToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readFields } from "~/server/form.server";

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const answer = (await readFields(args.request)).get("answer");
  if (answer !== "unsubscribe" && answer !== "subscribe") throw new Response("Not an answer", { status: 400 });
  const isUnsubscribed = answer === "unsubscribe";
  const saved = await attemptLogged(args, apiFor(args).profile.setUnsubscribed({ isUnsubscribed }));
  return redirectWithToast(
    args,
    "/dashboard/settings",
    saved.ok
      ? successToast(isUnsubscribed ? "You have unsubscribed" : "You are subscribed again")
      : errorToast("Error", saved.message),
  );
}

export const loader = () => redirect("/dashboard/settings");
