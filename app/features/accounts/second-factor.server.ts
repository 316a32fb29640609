import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { holderCheckOf } from "./holder-form";

/** Returns what a change of two-step sign-in requires; redirects to `page` where it is off. */
export async function checkForFactor(args: LoaderFunctionArgs, page: string) {
  requireMember(args);
  const { accounts } = apiFor(args);
  const { isOn } = await load(accounts.secondFactor.status());
  if (!isOn) throw redirect(page);
  return { check: holderCheckOf(await load(accounts.me())) };
}
