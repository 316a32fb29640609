import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { orderAddress, ordersPath } from "~/features/admin/admin-paths";
import { OrderFacts } from "~/features/admin/orders/order-facts";
import { SyncOrder } from "~/features/admin/orders/order-table";
import { moveLabel, orderMenu, resendForm } from "~/features/admin/orders/orders";
import { readOrderRef } from "~/features/admin/orders/orders.server";
import { useAdminPageName } from "~/features/layout/shell-items";
import { listAddress } from "~/lib/list-address";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi, backFrom } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { RowAction } from "~/ui/row-actions";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateTags(titleOf(data.order), siteOf(matches)) : errorMeta(error, siteOf(matches), "Order not found");

export async function loader(args: LoaderFunctionArgs) {
  const order = await load(adminApi(args).orders.get(readOrderRef(args.params)));
  return { order, back: backFrom(new URL(args.request.url).searchParams, ordersPath) };
}

type Order = ReturnType<typeof useLoaderData<typeof loader>>["order"];

/** Returns "Booking of Hannah Okafor", for example. */
const titleOf = ({ words, customer }: Pick<Order, "words" | "customer">): string => `${words.label} of ${customer}`;

export default function OrderPage() {
  const { order, back } = useLoaderData<typeof loader>();
  const backName = useAdminPageName(back);
  return (
    <>
      <BackLink to={back}>{backName}</BackLink>
      <PageHead title={titleOf(order)} />
      <div className="grid max-w-208 gap-6">
        <Card title="Details">
          <OrderFacts order={order} />
          <Actions order={order} back={back} />
        </Card>
      </div>
    </>
  );
}

function Actions({ order, back }: { order: Order; back: string }) {
  const here = orderAddress(order, null, { back });
  const changes = orderMenu(
    { ...order, isRefundable: order.payments.length > 0, isOwedByHand: order.owedByHand.length > 0 },
    here,
  );
  const people = { label: "People", to: listAddress("/admin/people", { search: order.email }) };
  return (
    <ul className="flex flex-wrap gap-3">
      {order.sessionId && <Action label="Attendees" to={`/admin/sessions/${order.sessionId}/attendees`} />}
      <Action {...people} />
      <li className="empty:hidden">
        <SyncOrder order={{ ...order, synced: order.words.synced }} back={here} />
      </li>
      {order.canResend && (
        <li>
          <RowAction {...resendForm({ ...order, back: here })} name={`Resend confirmation to ${order.customer}`} />
        </li>
      )}
      {order.words.hasPlace && order.isLive && (
        <Action label={moveLabel} to={orderAddress(order, "move", { back: here })} />
      )}
      {changes.map(({ label, to }) => (
        <Action key={label} label={label} to={to} />
      ))}
    </ul>
  );
}

const Action = ({ label, to }: { label: string; to: string }) => (
  <li>
    <ButtonLink kind="quiet" size="small" to={to}>
      {label}
    </ButtonLink>
  </li>
);

export { AdminErrorScreen as ErrorBoundary };
