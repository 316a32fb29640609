import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { giftCardsPath } from "~/features/admin/admin-paths";
import { GiftCardTable, SoldCardTable } from "~/features/admin/gift-cards/gift-card-tables";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Gift Cards");

export async function loader(args: LoaderFunctionArgs) {
  const { admin } = adminApi(args).giftCards;
  const typed = Number(new URL(args.request.url).searchParams.get("page") ?? "1");
  const page = Number.isInteger(typed) && typed > 0 && typed < 100_000 ? typed : 1;
  return { cards: await load(admin.list()), sold: await load(admin.listSold({ page })) };
}

export default function GiftCardsPage() {
  const { cards, sold } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Gift Cards" lede="Amounts that people give. Those on sale are at /gift-cards.">
        <ButtonLink to={`${giftCardsPath}/new`}>Add Gift Card</ButtonLink>
      </PageHead>
      {cards.length > 0 ? <GiftCardTable cards={cards} /> : <EmptyState>There are no gift cards yet.</EmptyState>}
      <section className="mt-8 grid gap-4">
        <h2 className="text-title">Sold</h2>
        <p>
          {sold.open ? `${sold.open} is open: paid by the givers, and not used yet.` : "Nothing is open on gift cards."}{" "}
          It is income once something is bought with it.
        </p>
        {sold.cards.length > 0 ? (
          <SoldCardTable cards={sold.cards} />
        ) : (
          <EmptyState>{sold.page > 1 ? "There are no more." : "No gift card has been sold yet."}</EmptyState>
        )}
        <p className="flex gap-5">
          {sold.page > 1 && <TextLink to={`${giftCardsPath}?page=${sold.page - 1}`}>Newer</TextLink>}
          {sold.hasMore && <TextLink to={`${giftCardsPath}?page=${sold.page + 1}`}>Older</TextLink>}
        </p>
      </section>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
