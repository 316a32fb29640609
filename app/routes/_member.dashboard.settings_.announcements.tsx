import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { apiFor, attemptOrSay } from "~/server/api.server";
import { readFields } from "~/server/form.server";
import { redirectWithToast, requireMember } from "~/server/session.server";

/** Ends announcements to a member's address, or begins them again; the profile has the button. */
export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const answer = (await readFields(args.request)).get("answer");
  if (answer !== "unsubscribe" && answer !== "subscribe") throw new Response("Not an answer", { status: 400 });
  const isUnsubscribed = answer === "unsubscribe";
  const saved = await attemptOrSay(args, apiFor(args).profile.setUnsubscribed({ isUnsubscribed }), "Please try again.");
  return redirectWithToast(
    args.context,
    "/dashboard/settings",
    saved.ok
      ? { kind: "success", title: isUnsubscribed ? "You have unsubscribed" : "You are subscribed again" }
      : { kind: "error", title: "Error", text: saved.message },
  );
}

export const loader = () => redirect("/dashboard/settings");
