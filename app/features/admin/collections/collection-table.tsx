import type { ListedCollection } from "@server/catalogue/products/schemas";
import { collectionFormPath } from "~/features/admin/admin-paths";
import { MoveButtons } from "~/features/admin/move-buttons";
import { Badge } from "~/ui/badge";
import { RowMenu } from "~/ui/row-actions";
import { type Column, DataTable, RowLink } from "~/ui/table";

type CollectionTableProps = { collections: ListedCollection[]; action: string };

/** Lists all collections in their order. `action` is where a move is posted. */
export function CollectionTable({ collections, action }: CollectionTableProps) {
  return (
    <DataTable
      caption="Collections"
      columns={columnsOf(collections, action)}
      rows={collections}
      keyOf={({ slug }) => slug}
    />
  );
}

const columnsOf = (all: ListedCollection[], action: string): Column<ListedCollection>[] => [
  {
    label: "Collection",
    place: "title",
    cell: ({ title, path, libraryPath }) => (
      <>
        <RowLink to={libraryPath}>{title}</RowLink>
        <small>{path}</small>
      </>
    ),
  },
  { label: "Price", place: "number", cell: ({ price }) => price },
  {
    label: "Recordings",
    place: "lastDetail",
    cell: ({ recordings }) => (recordings === 1 ? "1 recording" : `${recordings} recordings`),
  },
  {
    label: "Status",
    place: "badge",
    cell: ({ isOn }) => (isOn ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>),
  },
  {
    label: "Actions",
    place: "menu",
    cell: (collection) => (
      <div className="flex justify-end" data-steps>
        <MoveButtons
          title={collection.title}
          place={all.indexOf(collection)}
          last={all.length - 1}
          action={action}
          of={{ collection: collection.slug }}
          failure="Failed to move the collection"
        />
        <CollectionMenu collection={collection} />
      </div>
    ),
  },
];

const CollectionMenu = ({ collection: { slug, title, libraryPath } }: { collection: ListedCollection }) => (
  <RowMenu
    name={`Change ${title}`}
    items={[
      { label: "Recordings and price", to: libraryPath, name: `Recordings and price of ${title}` },
      { label: "Settings", to: collectionFormPath(slug), name: `Settings of ${title}` },
      { label: "Delete", to: collectionFormPath(slug, "delete"), name: `Delete ${title}`, isDangerous: true },
    ]}
  />
);
