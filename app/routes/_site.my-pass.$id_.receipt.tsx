import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReceiptSheet } from "~/features/bookings/receipt-sheet";
import { ErrorScreen } from "~/features/layout/error-screen";
import { privateTags, siteOf } from "~/lib/page-meta";
import { withdrawPath } from "~/lib/withdraw-path";
import { apiFor, idOf, load } from "~/server/api.server";
import { keyOf } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateTags(data ? `Receipt ${data.receipt.reference}` : "Receipt not found", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  const [purchaseId, key] = [idOf(args), keyOf(args)];
  const receipt = await load(apiFor(args).purchases.getHeldReceipt({ purchaseId, key }));
  return { receipt, passPath: `/my-pass/${purchaseId}${key ? `?key=${key}` : ""}` };
}

export default function GuestReceiptPage() {
  const { receipt, passPath } = useLoaderData<typeof loader>();
  return (
    <div className="page-width grid gap-6 pt-10">
      <ReceiptSheet
        receipt={receipt}
        withdrawTo={withdrawPath(receipt.reference)}
        back={{ label: "Your pass", to: passPath }}
      />
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
