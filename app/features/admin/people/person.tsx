import { getFormProps, useForm } from "@conform-to/react";
import { FormVersion } from "~/features/admin/form-version";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { type Column, DataTable } from "~/ui/table";
import { Facts } from "~/ui/facts";
import { TextAreaField } from "~/ui/fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { StatusBadge } from "~/ui/badge";
import { TextLink, textLinkStyle } from "~/ui/link";
import { ToastNotice } from "~/ui/toast/toast";

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
  const isBusy = useIsPosting(action);
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid gap-4.5"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Failed to save the note" }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <FormVersion version={version} values={defaultValue} refused={refused} what="this note" again={action} />
      <TextAreaField label="Note" field={fields.note} rows={5} hint="Only admins can read it." />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Save note</SubmitButton>
      </div>
    </PostForm>
  );
}

const columns: Column<Item>[] = [
  { label: "Item", slot: "who", cell: (item) => <Title {...item} /> },
  { label: "Date", slot: "date", cell: ({ date }) => date },
  { label: "Price", slot: "price", cell: ({ price }) => price },
  { label: "Status", slot: "status", cell: ({ status }) => <StatusBadge status={status} /> },
  { label: "Attendance", slot: "note", cell: ({ attendance }) => attendance && attendances[attendance] },
];

const attendances = { visit: "Came", no_show: "No-show" };

function Title({ title, sessionId, healthNote }: Item) {
  return (
    <>
      {sessionId ? <TextLink to={`/admin/sessions/${sessionId}`}>{title}</TextLink> : title}
      {healthNote && <small>Health note: {healthNote}</small>}
    </>
  );
}

export function PersonHistory({ items }: { items: Item[] }) {
  if (items.length === 0) return <p>No bookings or purchases.</p>;
  return <DataTable caption="History" columns={columns} rows={items} keyOf={({ id }) => id} />;
}
