import type { LoaderFunctionArgs } from "@remix-run/node";
import { successToast } from "~/lib/toast";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

/** Receives those who come back from Stripe's page. Whether they have joined is what Stripe says, not their coming. */
export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  await load(apiFor(args).memberships.syncJoined());
  const membership = await load(apiFor(args).memberships.getMine());
  const toast =
    membership?.state === "active"
      ? successToast("You have joined", membership.trial ?? membership.title)
      : successToast("Thank you", "Your membership begins as soon as its payment has arrived.");
  return redirectWithToast(args, "/user/membership", toast);
}
