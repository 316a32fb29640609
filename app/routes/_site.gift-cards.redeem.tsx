import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

/** Leads mailed links of passes that were given before to the form of gift cards, which they have become. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(`/gift-cards/balance${new URL(request.url).search}`, 301);
