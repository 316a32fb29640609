import type { SoldCard } from "@server/catalogue/gift-cards/sold-cards";
import { giftCardsPath, soldCardPath } from "~/features/admin/admin-paths";
import { stateLabels } from "~/features/gift-cards/state-labels";
import { Badge } from "~/ui/badge";
import { EmptyState } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { type Column, DataTable, RowLink } from "~/ui/table";

type SoldCardsProps = { sold: { cards: SoldCard[]; page: number; hasMore: boolean; open: string | null } };

/** Lists the gift cards that were sold, and what is open on all of them. */
export const SoldCards = ({ sold: { cards, page, hasMore, open } }: SoldCardsProps) => (
  <section className="mt-8 grid gap-4">
    <h2 className="text-title">Sold</h2>
    <p>
      {open ? `${open} is open: paid by the givers, and not used yet.` : "Nothing is open on gift cards."} It is income
      once something is bought with it.
    </p>
    {cards.length > 0 ? (
      <DataTable caption="Sold gift cards" columns={soldColumns} rows={cards} keyOf={({ id }) => id} />
    ) : (
      <EmptyState>{page > 1 ? "There are no more." : "No gift card has been sold yet."}</EmptyState>
    )}
    <p className="flex gap-5">
      {page > 1 && <TextLink to={`${giftCardsPath}?page=${page - 1}`}>Newer</TextLink>}
      {hasMore && <TextLink to={`${giftCardsPath}?page=${page + 1}`}>Older</TextLink>}
    </p>
  </section>
);

const soldColumns: Column<SoldCard>[] = [
  {
    label: "Gift card",
    place: "title",
    cell: ({ id, name, giver, recipient }) => (
      <>
        <RowLink to={soldCardPath(id)}>{name.replace(/^g/, "G")}</RowLink>
        <small>
          From {giver}
          {recipient && ` for ${recipient}`}
        </small>
      </>
    ),
  },
  { label: "Sold on", place: "lastDetail", cell: ({ on }) => on },
  { label: "Left", place: "detail", cell: ({ balance }) => balance },
  {
    label: "Status",
    place: "badge",
    cell: ({ state }) => <Badge {...(state === "usable" && { tone: "green" })}>{stateLabels[state] ?? "Open"}</Badge>,
  },
];
