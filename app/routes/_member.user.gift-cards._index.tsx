import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { MyGiftCard } from "@server/catalogue/gift-cards/my-gift-cards";
import { stateLabels } from "~/features/gift-cards/state-labels";
import { ErrorScreen } from "~/features/layout/error-screen";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { Badge } from "~/ui/badge";
import { cardFrame, EmptyState } from "~/ui/card";
import { TextLink } from "~/ui/link";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("My Gift Cards");

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return { cards: await load(apiFor(args).giftCards.listMine()) };
}

export default function MyGiftCardsPage() {
  const { cards } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="text-display">My Gift Cards</h1>
      {cards.length > 0 ? (
        <ul className="grid gap-5">
          {cards.map((card) => (
            <MyCard key={card.id} card={card} />
          ))}
        </ul>
      ) : (
        <EmptyState action={{ label: "See gift cards", to: "/gift-cards" }}>You have bought no gift cards.</EmptyState>
      )}
      <p>
        Someone gave you a gift card? <TextLink to="/gift-cards/balance">See what is left on it</TextLink>
      </p>
    </>
  );
}

function MyCard({ card: { id, name, amount, to, mailed, state, isForOther } }: { card: MyGiftCard }) {
  // What others do with a card is theirs.
  const label = isForOther && state === "used_up" ? null : stateLabels[state];
  return (
    <li className={`grid gap-2 pb-6 ${cardFrame}`}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-title">
          {amount} for {to}
        </h2>
        {label && <Badge>{label}</Badge>}
      </div>
      <p className="text-ink-soft">
        {mailed}, {name}
      </p>
      <p>
        <TextLink to={`/user/gift-cards/${id}`}>
          Print or send again<span className="sr-only">: {name}</span>
        </TextLink>
      </p>
    </li>
  );
}

export { ErrorScreen as ErrorBoundary };
