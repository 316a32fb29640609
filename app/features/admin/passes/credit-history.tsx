import type { HeldPassDetails } from "@server/office/orders/passes/schemas";
import { TextLink } from "~/ui/link";
import { type Column, DataTable } from "~/ui/table";

type Line = HeldPassDetails["history"][number];

/** Lists every credit entry of a pass: when, what, for which session and by whom. */
export const CreditHistory = ({ history }: Pick<HeldPassDetails, "history">) =>
  history.length === 0 ? (
    <p>Nothing has been booked with it.</p>
  ) : (
    <DataTable caption="Credits" columns={columns} rows={history} keyOf={({ id }) => id} />
  );

const columns: Column<Line>[] = [
  {
    label: "What",
    place: "title",
    cell: ({ what, session, reason }) => (
      <>
        {what}
        {session && (
          <small>
            <TextLink to={`/admin/sessions/${session.id}`}>{session.title}</TextLink>
          </small>
        )}
        {reason && <small>{reason}</small>}
      </>
    ),
  },
  { label: "When", place: "date", cell: ({ on }) => on },
  { label: "By", place: "detail", cell: ({ by }) => by },
  { label: "Credits", place: "badge", cell: ({ amount }) => <b className="tabular-nums">{amount}</b> },
];
