import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";

/** Receives those who come back from Stripe's portal, and reads there what they have done. */
export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  await load(apiFor(args).memberships.syncJoined());
  return redirect("/user/membership");
}
