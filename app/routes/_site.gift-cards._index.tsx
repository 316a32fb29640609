import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { GiftCardOnSale } from "@server/catalogue/gift-cards/list-gift-cards";
import { ErrorScreen } from "~/features/layout/error-screen";
import { errorMeta, pageMeta, pageTitle, siteOf } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { ButtonLink } from "~/ui/button";
import { cardFrame, EmptyState } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { ThreeColumns } from "~/ui/list";
import { Lede } from "~/ui/text";

const lede = "An evening, a pass or a recording, for someone else to choose. By email on the day you say, or on paper.";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site);
  return pageMeta({ title: pageTitle("Gift Cards", site), description: lede, path: "/gift-cards" }, site);
};

export async function loader(args: LoaderFunctionArgs) {
  return { cards: await load(apiFor(args).giftCards.list()) };
}

export default function GiftCardsPage() {
  const { cards } = useLoaderData<typeof loader>();
  return (
    <div className="page-width grid gap-8 pt-10">
      <div className="grid gap-3">
        <h1 className="text-display">Gift Cards</h1>
        <Lede>{lede}</Lede>
      </div>
      {cards.length > 0 ? (
        <ThreeColumns>
          {cards.map((card) => (
            <GiftCardCard key={card.id} card={card} />
          ))}
        </ThreeColumns>
      ) : (
        <EmptyState action={{ label: "See the schedule", to: "/" }}>
          There are no gift cards on sale right now.
        </EmptyState>
      )}
      <p>
        You have a gift card? <TextLink to="/gift-cards/balance">See what is left on it</TextLink>
      </p>
    </div>
  );
}

const GiftCardCard = ({ card: { id, title, description, amounts, validFor } }: { card: GiftCardOnSale }) => (
  <li className={`flex flex-col gap-3 pb-6 ${cardFrame}`}>
    <h2 className="text-title">{title}</h2>
    {description && <p className="text-ink-soft whitespace-pre-line">{description}</p>}
    <p className="text-ink-soft">
      {amounts}. Valid for {validFor}.
    </p>
    <p className="mt-auto pt-2">
      <ButtonLink kind="quiet" size="small" to={`/gift-cards/${id}`}>
        Choose and Buy
        <span className="sr-only">: {title}</span>
      </ButtonLink>
    </p>
  </li>
);

export { ErrorScreen as ErrorBoundary };
