import type { ListedGiftCard } from "@server/catalogue/gift-cards/manage-gift-cards";
import type { SoldCard } from "@server/catalogue/gift-cards/sold-cards";
import { giftCardFormPath, soldCardPath } from "~/features/admin/admin-paths";
import { stateLabels } from "~/features/gift-cards/state-labels";
import { Badge } from "~/ui/badge";
import { RowMenu } from "~/ui/row-actions";
import { type Column, DataTable, RowLink } from "~/ui/table";

/** Lists the gift cards that can be bought, those that are off among them. */
export const GiftCardTable = ({ cards }: { cards: ListedGiftCard[] }) => (
  <DataTable caption="Gift cards on sale" columns={columns} rows={cards} keyOf={({ id }) => id} />
);

const columns: Column<ListedGiftCard>[] = [
  {
    label: "Gift card",
    place: "title",
    cell: ({ id, title, validFor }) => (
      <>
        <RowLink to={giftCardFormPath(id)}>{title}</RowLink>
        <small>Valid for {validFor}</small>
      </>
    ),
  },
  { label: "Amounts", place: "number", cell: ({ amounts }) => amounts },
  { label: "Sold", place: "lastDetail", cell: ({ sold }) => `${sold} sold` },
  {
    label: "Status",
    place: "badge",
    cell: ({ isOn }) => (isOn ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>),
  },
  {
    label: "Actions",
    place: "menu",
    cell: ({ id, title, path }) => (
      <RowMenu
        name={`Change ${title}`}
        items={[
          { label: "Edit", to: giftCardFormPath(id), name: `Edit ${title}` },
          { label: "See its page", to: path, name: `See the page of ${title}` },
          { label: "Delete", to: giftCardFormPath(id, "delete"), name: `Delete ${title}`, isDangerous: true },
        ]}
      />
    ),
  },
];

/** Lists the gift cards that were sold. */
export const SoldCardTable = ({ cards }: { cards: SoldCard[] }) => (
  <DataTable caption="Sold gift cards" columns={soldColumns} rows={cards} keyOf={({ id }) => id} />
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
