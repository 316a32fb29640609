import type { Library, LibraryItem } from "@server/recordings/library/schemas";
import { useFocusAfterMove } from "~/lib/hooks/focus";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { CellActions, type Column, DataTable } from "~/ui/table";
import { RowAction } from "~/ui/row-actions";
import { libraryPath, recordingFormPath } from "~/features/admin/admin-paths";

export function LibraryTable({ library }: { library: Library }) {
  const { recordings } = library;
  const area = useFocusAfterMove<HTMLDivElement>(recordings);
  return (
    <div ref={area}>
      <DataTable
        caption="Recordings, in the order in which they are shown"
        columns={columnsOf(library)}
        rows={recordings}
        keyOf={({ id }) => id}
      />
    </div>
  );
}

const columnsOf = ({ collection, recordings }: Library): Column<LibraryItem>[] => [
  {
    label: "Recording",
    slot: "topLeft",
    cell: ({ title, position, description }) => (
      <>
        {position + 1}. {title}
        <small className="xs:line-clamp-2">{description}</small>
      </>
    ),
  },
  { label: "Video", slot: "middleLeft", cell: (item) => <Video item={item} /> },
  {
    label: "Access",
    slot: "topRight",
    cell: (item) => <Access item={item} collection={collection} />,
  },
  {
    label: "Order",
    slot: "bottomLeft",
    cell: (item) => <MoveButtons item={item} collection={collection} last={recordings.length - 1} />,
  },
  { label: "Actions", slot: "bottomRight", cell: (item) => <Actions item={item} collection={collection} /> },
];

function Video({ item: { video, hasPoster, hasCaptions } }: { item: LibraryItem }) {
  const extras = [hasPoster && "thumbnail", hasCaptions && "captions"].filter(Boolean).join(" and ");
  return (
    <>
      {"file" in video ? (
        <span className="break-words">{video.file.name}</span>
      ) : (
        <>
          <span className="break-words">{video.host}</span>{" "}
          <Badge tone="yellow" wrap="never">
            Not protected
          </Badge>
        </>
      )}
      <small>
        {"file" in video ? video.file.size : "Outside address"}
        {extras && `, with ${extras}`}
      </small>
    </>
  );
}

type RowProps = { item: LibraryItem; collection: Library["collection"] };

function MoveButtons({ item: { id, title, position }, collection, last }: RowProps & { last: number }) {
  const move = (label: "Up" | "Down", to: number) => (
    <RowAction
      action={libraryPath(collection)}
      fields={{ intent: "move", id, to: String(to) }}
      label={label}
      name={`Move ${title} ${label.toLowerCase()}`}
      failure={{ title: "Failed to update recording order." }}
    />
  );
  return (
    <div className="flex gap-1">
      {position > 0 && move("Up", position - 1)}
      {position < last && move("Down", position + 1)}
    </div>
  );
}

function Access({ item: { id, title, isFree }, collection }: RowProps) {
  const label = isFree ? "Make premium" : "Make free";
  return (
    <div className="grid justify-items-start max-lg:justify-items-end">
      {isFree ? <Badge tone="blue">Free</Badge> : <Badge>Premium</Badge>}
      <RowAction
        action={libraryPath(collection)}
        fields={{ intent: "free", id, isFree: isFree ? "no" : "yes" }}
        label={label}
        name={`${label}: ${title}`}
        failure={{ title: "Failed to update recording status." }}
        kind="link"
      />
    </div>
  );
}

function Actions({ item: { id, title }, collection }: RowProps) {
  return (
    <CellActions className="lg:flex-nowrap">
      <ButtonLink kind="quiet" size="small" to={recordingFormPath(collection, id)} aria-label={`Edit ${title}`}>
        Edit
      </ButtonLink>
      <ButtonLink
        kind="danger"
        size="small"
        to={recordingFormPath(collection, id, "delete")}
        aria-label={`Delete ${title}`}
      >
        Delete
      </ButtonLink>
    </CellActions>
  );
}
