import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReceiptSheet } from "~/features/bookings/receipt-sheet";
import { ErrorScreen } from "~/features/layout/error-screen";
import { privateTags, siteOf } from "~/lib/page-meta";
import { apiFor, idOf, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateTags(data ? `Receipt ${data.reference}` : "Receipt not found", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return load(apiFor(args).bookings.getReceipt({ bookingId: idOf(args) }));
}

export default function BookingReceiptPage() {
  return (
    <ReceiptSheet receipt={useLoaderData<typeof loader>()} back={{ label: "My Bookings", to: "/user/bookings" }} />
  );
}

export { ErrorScreen as ErrorBoundary };
