import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, attempt, deviceRef, load } from "~/api.server";
import { readForm } from "~/lib/form.server";
import { redirectWithToast, requireMember } from "~/session.server";

const settings = "/dashboard/settings";

/** There is nothing to see here: the devices stand on the profile. */
export function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return redirect(settings);
}

/** Signs another device out. */
export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, deviceRef);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const ended = await load(attempt(apiFor(args).accounts.endDevice(submission.value)));
  return redirectWithToast(
    args.context,
    settings,
    ended.ok
      ? { kind: "success", title: "Signed out", text: "That device has been signed out." }
      : { kind: "error", title: "Error", text: ended.message },
  );
}
