import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, load } from "~/server/api.server";
import { ErrorScreen } from "~/features/layout/error-screen";
import { ReceiptSheet } from "~/features/booking/receipt-sheet";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { requireMember } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data ? `Receipt ${data.reference}` : "Receipt not found", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return load(apiFor(args).bookings.getReceipt({ bookingId: args.params.id ?? "" }));
}

export default function BookingReceiptPage() {
  return (
    <ReceiptSheet receipt={useLoaderData<typeof loader>()} back={{ label: "My Bookings", to: "/user/bookings" }} />
  );
}

export { ErrorScreen as ErrorBoundary };
