import { getFormProps, useForm } from "@conform-to/react";
import { EditForm } from "~/features/admin/form-version";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { type Column, DataTable } from "~/ui/table";
import { Facts } from "~/ui/facts";
import { TextAreaField } from "~/ui/fields";
import { StatusBadge } from "~/ui/badge";
import { TextLink, textLinkStyle } from "~/ui/link";

type Item = {
  id: string;
  kind: "booking" | "purchase";
  title: string;
  date: string;
  sessionId: string | null;
  status: string;
  price: string;
  attendance: "visit" | "no_show" | null;
  healthNote: string | null;
  moves: string[];
};

type Person = {
  email: string;
  userId: string | null;
  getsAnnouncements: boolean;
  history: { visits: number; noShows: number; spent: string[] };
};

export function PersonFacts({ person: { email, userId, getsAnnouncements, history } }: { person: Person }) {
  return (
    <Facts
      facts={[
        {
          label: "Email",
          value: (
            <a className={textLinkStyle} href={`mailto:${email}`}>
              {email}
            </a>
          ),
        },
        { label: "Account", value: userId ? "Member" : "None, books as a guest" },
        { label: "Visits", value: String(history.visits) },
        { label: "No-shows", value: String(history.noShows) },
        { label: "Spent", value: history.spent.join(" + ") || "Nothing" },
        { label: "Announcements", value: getsAnnouncements ? "May be sent" : "Unsubscribed" },
      ]}
    />
  );
}

type NoteFormProps = { note: string; version: string; action: string; refused: RefusedForm | undefined };

export function NoteForm({ note, version, action, refused }: NoteFormProps) {
  const defaultValue = { note };
  const [form, fields] = useForm<{ note: string }>({ id: "note", lastResult: refused?.reply, defaultValue });
  return (
    <EditForm
      {...getFormProps(form)}
      action={action}
      failure={{ title: "Failed to save the note" }}
      version={version}
      values={defaultValue}
      refused={refused}
      what="this note"
      button="Save note"
    >
      <TextAreaField label="Note" field={fields.note} rows={5} hint="Only admins can read it." />
    </EditForm>
  );
}

const columns: Column<Item>[] = [
  { label: "Item", slot: "topLeft", cell: (item) => <Title {...item} /> },
  { label: "Date", slot: "bottomLeft", cell: ({ date }) => date },
  { label: "Price", slot: "middleRight", cell: ({ price }) => price },
  { label: "Status", slot: "topRight", cell: ({ status }) => <StatusBadge status={status} /> },
  { label: "Attendance", slot: "fifthRow", cell: ({ attendance }) => attendance && attendances[attendance] },
];

const attendances = { visit: "Came", no_show: "No-show" };

function Title({ title, sessionId, moves, healthNote }: Item) {
  return (
    <>
      {sessionId ? <TextLink to={`/admin/sessions/${sessionId}`}>{title}</TextLink> : title}
      {moves.map((move) => (
        <small key={move}>Moved from {move}</small>
      ))}
      {healthNote && <small>Health note: {healthNote}</small>}
    </>
  );
}

export function PersonHistory({ items }: { items: Item[] }) {
  if (items.length === 0) return <p>No bookings or purchases.</p>;
  return <DataTable caption="History" columns={columns} rows={items} keyOf={({ id }) => id} />;
}
