import type { Library, LibraryItem } from "@server/selling/recordings/library/schemas";
import { useFocusAfterMove } from "~/lib/hooks/focus";
import { MoveButtons } from "~/features/admin/move-buttons";
import { Badge } from "~/ui/badge";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { RowMenu } from "~/ui/row-actions";
import { recordingFormPath } from "~/features/admin/admin-paths";
import { isUnprepared, PreparationState } from "./preparation-state";

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

const columnsOf = ({ path, recordings, hasFfmpeg }: Library): Column<LibraryItem>[] => [
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
  { label: "Media", place: "lastDetail", cell: (item) => <Media item={item} /> },
  {
    label: "Access",
    place: "badge",
    cell: ({ isFree }) => (isFree ? <Badge tone="blue">Free</Badge> : <Badge>Premium</Badge>),
  },
  ...(recordings.some(isUnprepared) ? [preparationColumn({ path, hasFfmpeg })] : []),
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

const preparationColumn = ({ path, hasFfmpeg }: Pick<Library, "path" | "hasFfmpeg">): Column<LibraryItem> => ({
  label: "Preparation",
  place: "form",
  cell: (item) => isUnprepared(item) && <PreparationState item={item} path={path} hasFfmpeg={hasFfmpeg} />,
});

/** Names the files of a recording, what comes with them, and when they can be watched. */
function Media({ item: { video, sound, length, hasPoster, captions, opens } }: { item: LibraryItem }) {
  const what = video && sound ? "Video and sound" : video ? "Video" : "Sound";
  const file = video && "file" in video ? video.file : video ? null : sound;
  const facts = [what, length, file ? file.size : "outside address"].filter(Boolean).join(", ");
  const inLanguages = captions.length > 0 && `captions (${captions.join(", ")})`;
  const extras = [hasPoster && "thumbnail", inLanguages].filter(Boolean).join(" and ");
  return (
    <>
      <span className="break-words @min-[56rem]:block @min-[56rem]:min-w-44">
        {file ? file.name : video && "host" in video && video.host}
      </span>
      {video && "host" in video && (
        <>
          {" "}
          <Badge tone="yellow" wrap="never">
            Not protected
          </Badge>
        </>
      )}
      <small>
        {facts}
        {extras && `, with ${extras}`}
      </small>
      {opens && <small>Opens {opens}</small>}
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
