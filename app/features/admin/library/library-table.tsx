import type { Library, LibraryItem } from "@server/content/recordings/library/schemas";
import { useFocusAfterMove } from "~/lib/hooks/focus";
import { MoveButtons } from "~/features/admin/move-buttons";
import { Badge } from "~/ui/badge";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { RowMenu } from "~/ui/row-actions";
import { recordingFormPath } from "~/features/admin/admin-paths";

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

const columnsOf = ({ path, recordings }: Library): Column<LibraryItem>[] => [
  {
    label: "Recording",
    place: "title",
    cell: ({ id, title, position, description }) => (
      <>
        <RowLink to={recordingFormPath(path, id)}>
          {position + 1}. {title}
        </RowLink>
        <small>
          <span className="line-clamp-2 @max-[56rem]:hidden">{description}</span>
        </small>
      </>
    ),
  },
  { label: "Video", place: "lastDetail", cell: (item) => <Video item={item} /> },
  {
    label: "Access",
    place: "badge",
    cell: ({ isFree }) => (isFree ? <Badge tone="blue">Free</Badge> : <Badge>Premium</Badge>),
  },
  {
    label: "Actions",
    place: "menu",
    cell: (item) => (
      <div className="flex justify-end" data-steps>
        <MoveButtons
          title={item.title}
          place={item.position}
          last={recordings.length - 1}
          action={path}
          of={{ intent: "move", id: item.id }}
          failure="Failed to update recording order."
        />
        <RecordingMenu item={item} path={path} />
      </div>
    ),
  },
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

type RowProps = { item: LibraryItem; path: string };

function RecordingMenu({ item: { id, title, isFree }, path }: RowProps) {
  const access = isFree ? "Make premium" : "Make free";
  return (
    <RowMenu
      name={`Change ${title}`}
      items={[
        { label: "Edit", to: recordingFormPath(path, id), name: `Edit ${title}` },
        {
          label: access,
          name: `${access}: ${title}`,
          action: path,
          fields: { intent: "free", id, isFree: isFree ? "no" : "yes" },
          failure: { title: "Failed to update recording status." },
        },
        {
          label: "Delete",
          to: recordingFormPath(path, id, "delete"),
          name: `Delete ${title}`,
          isDangerous: true,
        },
      ]}
    />
  );
}
