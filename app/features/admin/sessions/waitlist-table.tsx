import type { EntryInLine } from "@server/selling/waitlist/manage-line";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { inputStyle } from "~/ui/field-frame";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { PostForm } from "~/ui/post-form";
import { DataTable } from "~/ui/table";
import { RowMenu } from "~/ui/row-actions";

type WaitlistTableProps = { entries: EntryInLine[]; canOffer: boolean; path: string };

export function WaitlistTable({ entries, canOffer, path }: WaitlistTableProps) {
  return (
    <DataTable
      caption="Waitlist"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          label: "Name and email",
          place: "title",
          cell: ({ name, email, quantity }) => (
            <>
              {name}
              <small>
                {email}
                {quantity > 1 && ` · ${quantity} tickets`}
              </small>
            </>
          ),
        },
        {
          label: "Position",
          place: "badge",
          cell: ({ place, offeredUntil }) =>
            offeredUntil ? <Badge tone="yellow">Offered until {offeredUntil}</Badge> : <Badge>No. {place}</Badge>,
        },
        { label: "Joined", place: "date", cell: ({ joinedOn }) => joinedOn },
        {
          label: "Change",
          place: "form",
          cell: (entry) => <EntryActions entry={entry} canOffer={canOffer} path={path} />,
        },
        { label: "Actions", place: "menu", cell: (entry) => <EntryMenu entry={entry} path={path} /> },
      ]}
    />
  );
}

function EntryActions({ entry, canOffer, path }: { entry: EntryInLine; canOffer: boolean; path: string }) {
  const { id, name, place } = entry;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {canOffer && place !== null && (
        <ButtonLink
          kind="quiet"
          size="small"
          to={`${path}/${id}/offer`}
          aria-label={`Offer a place: ${name}`}
          discover="none"
        >
          Offer a place
        </ButtonLink>
      )}
      {place !== null && entry.places > 1 && <MoveForm key={place} {...entry} place={place} path={path} />}
    </div>
  );
}

const EntryMenu = ({ entry: { id, name }, path }: { entry: EntryInLine; path: string }) => (
  <RowMenu
    name={`Change the entry of ${name}`}
    items={[{ label: "Remove", to: `${path}/${id}/remove`, name: `Remove ${name}`, isDangerous: true }]}
  />
);

type MoveFormProps = Pick<EntryInLine, "id" | "name" | "places"> & { place: number; path: string };

/** Moves an entry to any place in one step. */
function MoveForm({ id, name, place, places, path }: MoveFormProps) {
  const isBusy = useIsPosting(path);
  return (
    <PostForm
      className="flex items-center gap-2"
      action={path}
      isBusy={isBusy}
      failure={{ title: "Failed to reorder the waitlist" }}
    >
      <input type="hidden" name="id" value={id} />
      <input
        className={`${inputStyle} w-20`}
        type="number"
        name="place"
        min={1}
        max={places}
        required
        defaultValue={place}
        aria-label={`New position: ${name}`}
      />
      <Button kind="quiet" size="small" type="submit" aria-label={`Move ${name} to this place`}>
        Move
      </Button>
    </PostForm>
  );
}
