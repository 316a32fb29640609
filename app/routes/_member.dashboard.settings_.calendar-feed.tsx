import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { successToast } from "~/lib/toast";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

const settings = "/dashboard/settings";

/** Redirects to the profile, which shows the calendar's address: this route has no page. */
export function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return redirect(settings);
}

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  await load(apiFor(args).calendar.renewFeedKey());
  return redirectWithToast(
    args,
    settings,
    successToast("Calendar feed ready", "Subscribe to its address, or copy it into your calendar."),
  );
}
