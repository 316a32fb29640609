import type { ListedCalendar } from "@server/catalogue/calendars/schemas";
import { calendarPath } from "~/features/admin/admin-paths";
import { Badge } from "~/ui/badge";
import { RowMenu } from "~/ui/row-actions";
import { type Column, DataTable } from "~/ui/table";

/** Lists the calendars that take times away, with what their last answers held. */
export const CalendarTable = ({ calendars }: { calendars: ListedCalendar[] }) => (
  <DataTable caption="Calendars that are read" columns={columns} rows={calendars} keyOf={({ id }) => id} />
);

const columns: Column<ListedCalendar>[] = [
  {
    label: "Calendar",
    place: "title",
    cell: ({ name, host, outage, countsOpen }) => (
      <>
        {name}
        <small className="wrap-anywhere">{outage ? `Since ${outage.since}: ${outage.reason}` : host}</small>
        {countsOpen && <small>Open invitations count as busy</small>}
      </>
    ),
  },
  { label: "Last answer", place: "detail", cell: ({ answer }) => answer?.at ?? "None yet" },
  {
    label: "Found",
    place: "lastDetail",
    cell: ({ answer, nextTimes }) =>
      answer && (
        <>
          {sayFound(answer)}
          {answer.remarks.map((remark) => (
            <small key={remark} className="max-w-90 wrap-anywhere">
              {remark}
            </small>
          ))}
          {nextTimes.length > 0 && <small>Busy next: {nextTimes.join("; ")}</small>}
        </>
      ),
  },
  {
    label: "State",
    place: "badge",
    cell: ({ outage }) => (outage ? <Badge tone="red">No answer</Badge> : <Badge tone="green">Read</Badge>),
  },
  {
    label: "Actions",
    place: "menu",
    cell: ({ id, name, isAddress, countsOpen }) => (
      <RowMenu
        name={`Change ${name}`}
        items={[
          {
            label: "Test now",
            name: `Test ${name} now`,
            action: `${calendarPath}?index`,
            fields: { id },
            failure: { title: "The calendar was not tested" },
          },
          {
            label: countsOpen ? "Ignore open invitations" : "Count open invitations",
            name: countsOpen ? `Ignore open invitations in ${name}` : `Count open invitations in ${name} as busy`,
            action: `${calendarPath}?index`,
            fields: { id, invitations: countsOpen ? "leave out" : "count" },
            failure: { title: "The choice was not saved" },
          },
          isAddress
            ? { label: "Remove", to: `${calendarPath}/${id}/remove`, name: `Remove ${name}`, isDangerous: true }
            : { label: "Choose calendars", to: `${calendarPath}/choose`, name: `Choose calendars beside ${name}` },
        ]}
      />
    ),
  },
];

function sayFound({ events, unreadable }: NonNullable<ListedCalendar["answer"]>): string {
  const found = events === 1 ? "1 busy event" : `${events.toLocaleString("en")} busy events`;
  return unreadable === 0 ? found : `${found}; ${unreadable} not readable`;
}
