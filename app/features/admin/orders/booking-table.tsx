import { Link } from "@remix-run/react";
import type { ListedBooking } from "@server/orders/schemas";
import type { Sorting } from "~/lib/list-address";
import { type Column, DataTable } from "~/ui/table";
import { StatusBadge } from "~/ui/badge";

const columns: Column<ListedBooking>[] = [
  { label: "Booked", slot: "date", sort: "-booked", cell: ({ bookedAt }) => bookedAt },
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
    sort: "start",
    cell: ({ sessionId, session, startsAt }) => (
      <>
        <Link to={`/admin/sessions/${sessionId}`}>{session}</Link>
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

export function BookingTable({ bookings, sorting }: { bookings: ListedBooking[]; sorting: Sorting }) {
  return <DataTable caption="Bookings" columns={columns} rows={bookings} keyOf={({ id }) => id} sorting={sorting} />;
}
