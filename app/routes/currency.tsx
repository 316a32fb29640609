import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { apiFor, load } from "~/server/api.server";
import { keepCurrency } from "~/server/cookies.server";
import { readForm } from "~/server/form.server";
import { currencyForm, ownAddress } from "~/server/schemas.server";

/** Redirects to the first page: the picker is part of every page, and this route has none. */
export function loader() {
  return redirect("/", 303);
}

/** Changes the currency of prices, for members on all devices if their account has one, and returns to the page. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const submission = await readForm(request, currencyForm);
  if (submission.status !== "success") throw new Response("No such currency", { status: 422 });
  const { currency, returnTo } = submission.value;
  const isOwnAccount = context.auth.user && !context.auth.session.current?.impersonator;
  if (isOwnAccount) await load(apiFor(args).profile.pickCurrency({ currency }));
  return redirect(ownAddress(returnTo) ?? "/", {
    status: 303,
    headers: { "Set-Cookie": keepCurrency(context, currency) },
  });
}
