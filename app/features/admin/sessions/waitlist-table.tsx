import type { EntryInLine } from "@server/waitlist/manage-line";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { DataTable } from "~/ui/table";
import { RowAction } from "~/ui/row-actions";

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
          slot: "topLeft",
          cell: ({ name, email }) => (
            <>
              {name}
              <small>{email}</small>
            </>
          ),
        },
        {
          label: "Place in line",
          slot: "topRight",
          cell: ({ place, offeredUntil }) =>
            offeredUntil ? <Badge tone="yellow">Offered until {offeredUntil}</Badge> : <Badge>No. {place}</Badge>,
        },
        { label: "Joined", slot: "bottomLeft", cell: ({ joinedOn }) => joinedOn },
        {
          label: "Actions",
          slot: "fifthRow",
          cell: (entry) => <EntryActions entry={entry} canOffer={canOffer} path={path} />,
        },
      ]}
    />
  );
}

function EntryActions({ entry, canOffer, path }: { entry: EntryInLine; canOffer: boolean; path: string }) {
  const { id, name, canMoveUp, canMoveDown, place } = entry;
  return (
    <div className="flex flex-wrap gap-2">
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
      {canMoveUp && (
        <RowAction action={path} fields={{ id, direction: "up" }} label="Move up" name={`Move up: ${name}`} />
      )}
      {canMoveDown && (
        <RowAction action={path} fields={{ id, direction: "down" }} label="Move down" name={`Move down: ${name}`} />
      )}
      <ButtonLink kind="danger" size="small" to={`${path}/${id}/remove`} aria-label={`Remove ${name}`} discover="none">
        Remove
      </ButtonLink>
    </div>
  );
}
