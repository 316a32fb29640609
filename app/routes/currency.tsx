import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { apiFor, load } from "~/server/api.server";
import { keepCurrency } from "~/server/cookies.server";
import { readForm } from "~/server/form.server";
import { currencyForm, safeReturnAddress } from "~/server/schemas.server";

/** There is nothing to see here: the picker is a part of every page. */
export function loader() {
  return redirect("/", 303);
}

/**
 * Shows prices in another currency from now on, on all of a member's devices where she has chosen one for them, and
 * leads back to the page that asked.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const submission = await readForm(request, currencyForm);
  if (submission.status !== "success") throw new Response("No such currency", { status: 422 });
  const { currency, returnTo } = submission.value;
  const isHerself = context.auth.user && !context.auth.session.current?.impersonator;
  if (isHerself) await load(apiFor(args).profile.pickCurrency({ currency }));
  return redirect(safeReturnAddress(returnTo) ?? "/", {
    status: 303,
    headers: { "Set-Cookie": keepCurrency(context, currency) },
  });
}
