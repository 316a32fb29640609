import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, load } from "~/server/api.server";
import { redirectWithToast, requireMember } from "~/server/session.server";

const settings = "/dashboard/settings";

/** There is nothing to see here: the calendar's address stands on the profile. */
export function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return redirect(settings);
}

/** Gives the member's calendar an address, and a new one if it had one. */
export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  await load(apiFor(args).calendar.renewFeedKey());
  return redirectWithToast(args.context, settings, {
    kind: "success",
    title: "Calendar feed ready",
    text: "Subscribe to its address, or copy it into your calendar.",
  });
}
