import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NextTimes } from "~/features/one-to-one/next-times";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";

export const meta = privateMeta("One to One");

export const loader = async (args: LoaderFunctionArgs) => ({
  offers: await load(apiFor(args).oneToOne.listFreeTimes()),
});

/** Shows the next free times of the one-to-one sessions on sale. Booking goes on at this site. */
export default function FramedFreeTimes() {
  const { offers } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="sr-only">One to One</h1>
      {offers.length > 0 ? (
        <div className="grid gap-8">
          {offers.map((offer) => (
            <NextTimes key={offer.id} offer={offer} />
          ))}
        </div>
      ) : (
        <p>There are no one-to-one sessions on offer right now.</p>
      )}
    </>
  );
}
