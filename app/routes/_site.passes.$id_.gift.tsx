import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { apiFor, idOf, load } from "~/server/api.server";

/** Leads an address of the previous version, which payment pages still know, to the gift card by which a pass is given. */
export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args);
  const { givenBy } = await load(apiFor(args).passes.get({ id }));
  if (!givenBy) throw redirect(`/passes/${id}`);
  // A payment page that was left says so in its address.
  const query = new URL(args.request.url).searchParams;
  query.set("pass", id);
  throw redirect(`/gift-cards/${givenBy}?${query}`);
}
