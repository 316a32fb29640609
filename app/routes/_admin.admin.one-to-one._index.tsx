import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { offersPath } from "~/features/admin/admin-paths";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("One to One");

export async function loader(args: LoaderFunctionArgs) {
  return { offers: await load(adminApi(args).oneToOne.admin.list()) };
}

export default function OffersPage() {
  const { offers } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="One to One" lede="What one person can book at a time that is free. Booked ones are sessions.">
        <ButtonLink to={`${offersPath}/new`}>Add One to One</ButtonLink>
      </PageHead>
      {offers.length > 0 ? (
        <ul className="border-t border-line">
          {offers.map(({ id, title, price, minutes, isOn, needsApproval }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-line py-3.5">
              <TextLink to={`${offersPath}/${id}`}>{title}</TextLink>
              <span className="text-ink-soft">
                {price} for {minutes} minutes{needsApproval ? ", on request" : ""}
                {isOn ? "" : ", not on sale"}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState>There are no one-to-one sessions yet.</EmptyState>
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
