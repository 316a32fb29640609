import { Link } from "@remix-run/react";
import type { ListedBooking } from "@server/orders/schemas";
import { DataTable, type Column } from "./data-table";
import { StatusBadge } from "./status-badge";

const columns: Column<ListedBooking>[] = [
  { label: "Booked", slot: "date", cell: ({ bookedAt }) => bookedAt },
  {
    label: "Attendee and email",
    slot: "who",
    cell: ({ attendee, email }) => (
      <>
        {attendee}
        <small>{email}</small>
      </>
    ),
  },
  {
    label: "Session and start",
    slot: "item",
    cell: ({ sessionId, session, startsAt }) => (
      <>
        <Link to={`/sessions/${sessionId}`}>{session}</Link>
        <small>{startsAt}</small>
      </>
    ),
  },
  { label: "Price", slot: "price", cell: ({ price }) => price },
  {
    label: "Status",
    slot: "status",
    cell: ({ status }) =>
      status === "pending" ? <StatusBadge status={status} label="Pending" /> : <StatusBadge status={status} />,
  },
  { label: "Payment", slot: "act", cell: ({ paymentStatus }) => <StatusBadge status={paymentStatus} /> },
];

/** Bookings of every session. */
export function BookingTable({ bookings }: { bookings: ListedBooking[] }) {
  return <DataTable caption="Bookings, the newest first" columns={columns} rows={bookings} keyOf={({ id }) => id} />;
}
