import { getFormProps, useForm } from "@conform-to/react";
import type { CardState } from "@server/catalogue/gift-cards/describe-card";
import type { AskedTime } from "@server/selling/one-to-one/own-requests";
import type { HeldState } from "@server/catalogue/passes/held-state";
import { EditForm } from "~/features/admin/form-version";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { Facts } from "~/ui/facts";
import { TextAreaField } from "~/ui/fields";
import { Badge, StatusBadge } from "~/ui/badge";
import { TextLink, textLinkStyle } from "~/ui/link";
import { RowMenu } from "~/ui/row-actions";
import { heldPassPath, memberPath, offersPath, orderAddress, soldCardPath } from "~/features/admin/admin-paths";
import { stateLabel } from "~/features/memberships/states";
import { heldStates } from "~/features/admin/passes/held-passes";
import { stateLabels } from "~/features/gift-cards/state-labels";
import { listAddress } from "~/lib/list-address";
import { mailtoOf } from "~/lib/mailto";
import { moveLabel, resendForm } from "~/features/admin/orders/orders";

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
  notes: string[];
  canResend: boolean;
};

type Person = {
  email: string;
  userId: string | null;
  announcements: string;
  history: { visits: number; noShows: number; spent: string[]; toRefund: string[] };
  importedOn: string | null;
};

export function PersonFacts({ person: { email, userId, announcements, history, importedOn } }: { person: Person }) {
  return (
    <Facts
      facts={[
        {
          label: "Email",
          value: (
            <a className={textLinkStyle} href={mailtoOf(email)}>
              {email}
            </a>
          ),
        },
        { label: "Account", value: userId ? "Member" : "None, books as a guest" },
        { label: "Visits", value: String(history.visits) },
        { label: "No-shows", value: String(history.noShows) },
        { label: "Spent", value: spentInWords(history) },
        { label: "Receives announcements", value: announcements },
        ...(importedOn ? [{ label: "Imported as a customer", value: importedOn }] : []),
      ]}
    />
  );
}

/** Returns "£54.00; still to refund: £18.00", for example. */
export const spentInWords = ({ spent, toRefund }: Pick<Person["history"], "spent" | "toRefund">): string =>
  [spent.join(" + ") || "Nothing", toRefund.length > 0 && `still to refund: ${toRefund.join(" + ")}`]
    .filter(Boolean)
    .join("; ");

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

type PersonMembership = Parameters<typeof stateLabel>[0] & { id: string; title: string; period: string };

/** Lists the memberships of a person, each with a link to its page. */
export const PersonMemberships = ({ memberships }: { memberships: PersonMembership[] }) => (
  <ul className="grid w-full gap-3">
    {memberships.map((membership) => (
      <li key={membership.id} className="flex flex-wrap items-baseline gap-x-3">
        <TextLink to={memberPath(membership.id)}>{membership.title}</TextLink>
        <span>{membership.period}</span>
        <Badge tone={stateLabel(membership).tone}>{stateLabel(membership).label}</Badge>
      </li>
    ))}
  </ul>
);

type PersonPass = { id: string; title: string; balance: string; state: HeldState };

/** Lists the passes of a person, each with a link to its page. */
export const PersonPasses = ({ passes, back }: { passes: PersonPass[]; back: string }) => (
  <ul className="grid w-full gap-3">
    {passes.map(({ id, title, balance, state }) => (
      <li key={id} className="flex flex-wrap items-baseline gap-x-3">
        <TextLink to={listAddress(heldPassPath(id), { back })}>{title}</TextLink>
        <span>{balance}</span>
        {state !== "valid" && <Badge tone={heldStates[state].tone}>{heldStates[state].label}</Badge>}
      </li>
    ))}
  </ul>
);

type PersonCard = { id: string; name: string; balance: string; state: CardState; isGiver: boolean };

/** Lists the gift cards that a person has given and got, each with a link to its page. */
export const PersonGiftCards = ({ cards }: { cards: PersonCard[] }) => (
  <ul className="grid w-full gap-3">
    {cards.map(({ id, name, balance, state, isGiver }) => (
      <li key={id} className="flex flex-wrap items-baseline gap-x-3">
        <TextLink to={soldCardPath(id)}>{name.replace(/^g/, "G")}</TextLink>
        <span>
          {isGiver ? "Bought" : "Received"}. {balance}
        </span>
        {stateLabels[state] && <Badge>{stateLabels[state]}</Badge>}
      </li>
    ))}
  </ul>
);

const requestStates = {
  asked: "Waiting for you",
  approved: "Approved",
  declined: "Declined",
  withdrawn: "Taken back",
  lapsed: "Ended unbooked",
  booked: "Booked",
} as const satisfies Record<AskedTime["status"], string>;

/** Lists the times of one-to-one sessions that a person has asked for. */
export const TimesAsked = ({ asked }: { asked: AskedTime[] }) => (
  <ul className="grid w-full gap-3">
    {asked.map(({ id, title, when, status }) => (
      <li key={id} className="flex flex-wrap items-baseline gap-x-3">
        {status === "asked" || status === "approved" ? <TextLink to={offersPath}>{title}</TextLink> : <b>{title}</b>}
        <span>{when}</span>
        <Badge>{requestStates[status]}</Badge>
      </li>
    ))}
  </ul>
);

const columnsFor = (back: string, formKey: string): Column<Item>[] => [
  { label: "Item", place: "title", cell: (item) => <Title item={item} back={back} /> },
  { label: "Date", place: "date", cell: ({ date }) => date },
  { label: "Price", place: "number", cell: ({ price }) => price },
  { label: "Attendance", place: "detail", cell: ({ attendance }) => attendance && attendances[attendance] },
  { label: "Status", place: "badge", cell: ({ status }) => <StatusBadge status={status} /> },
  { label: "Actions", place: "menu", cell: (item) => <ItemMenu item={item} back={back} formKey={formKey} /> },
];

function ItemMenu({ item, back, formKey }: { item: Item; back: string; formKey: string }) {
  const { title, date, id, canResend } = item;
  if (!canResend) return null;
  const what = `${title}, ${date}`;
  return (
    <RowMenu
      name={`Change the booking: ${what}`}
      items={[
        { label: moveLabel, to: orderAddress(item, "move", { back }), name: `Move to another date: ${what}` },
        { ...resendForm({ id, formKey, back }), name: `Resend confirmation: ${what}` },
      ]}
    />
  );
}

const attendances = { visit: "Came", no_show: "No-show" };

function Title({ item, back }: { item: Item; back: string }) {
  const { title, moves, notes, healthNote } = item;
  return (
    <>
      <RowLink to={orderAddress(item, null, { back })}>{title}</RowLink>
      {moves.map((move) => (
        <small key={move}>Moved from {move}</small>
      ))}
      {notes.length > 0 && <small>{notes.join(", ")}</small>}
      {healthNote && <small>Health note: {healthNote}</small>}
    </>
  );
}

/** Lists the bookings and purchases of a person. `back` is the person's page. */
export function PersonHistory({ items, back, formKey }: { items: Item[]; back: string; formKey: string }) {
  if (items.length === 0) return <p>No bookings or purchases.</p>;
  return <DataTable caption="History" columns={columnsFor(back, formKey)} rows={items} keyOf={({ id }) => id} />;
}
