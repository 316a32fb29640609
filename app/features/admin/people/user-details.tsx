import { Card, CardLink } from "~/ui/card";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { Facts } from "~/ui/facts";
import { Notice } from "~/ui/notice";
import { StatusBadge, statusLabel } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";

type UserDetailsProps = {
  user: {
    email: string;
    newEmail: string | null;
    isConfirmed: boolean;
    role: "member" | "admin";
    isOneself: boolean;
    hasSecondFactor: boolean;
    subscriptionStatus: string;
    plan: string | null;
    since: string;
  };
  path: string;
};

export function UserDetails({ user, path }: UserDetailsProps) {
  const { email, newEmail, isConfirmed, role, isOneself, hasSecondFactor } = user;
  return (
    <>
      {newEmail && (
        <Notice kind="information">
          Waiting for <b>{newEmail}</b> to be confirmed. Until then nothing changes.
        </Notice>
      )}
      <Facts
        facts={[
          { label: "Email", value: `${email}${isConfirmed ? "" : " (not confirmed)"}` },
          { label: "Role", value: role === "admin" ? "Admin" : "Member" },
          { label: "Subscription status", value: user.plan ?? statusLabel(user.subscriptionStatus) },
          { label: "Two-step sign-in", value: hasSecondFactor ? "On" : "Off" },
          { label: "Member since", value: user.since },
        ]}
      />
      {isOneself ? (
        <p>
          This is you. Your password and devices are in your <TextLink to="/dashboard/settings">profile</TextLink>.
        </p>
      ) : (
        <ul className="flex flex-wrap gap-3">
          <Action to={`${path}/reset`} label="Send reset link" />
          {role === "member" && <Action to={`${path}/password`} label="Set password" />}
          {role === "member" && <Action to={`${path}/login`} label="Log in as user" />}
          {role === "member" && <Action to={`${path}/delete`} label="Delete user" kind="danger" />}
        </ul>
      )}
    </>
  );
}

const Action = ({ to, label, kind = "quiet" }: { to: string; label: string; kind?: "quiet" | "danger" }) => (
  <li>
    <ButtonLink kind={kind} to={to}>
      {label}
    </ButtonLink>
  </li>
);

type HistoryRow = { id: string; title: string; date: string; status: string; price: string; href: string };

const columns: Column<HistoryRow>[] = [
  {
    label: "Item",
    place: "title",
    cell: ({ title, href }) => <RowLink to={href}>{title}</RowLink>,
  },
  { label: "Date", place: "date", cell: ({ date }) => date },
  { label: "Price", place: "number", cell: ({ price }) => price },
  { label: "Status", place: "badge", cell: ({ status }) => <StatusBadge status={status} /> },
];

type UserHistoryProps = {
  title: string;
  rows: HistoryRow[];
  empty: string;
  /** The link to the whole list, of which `rows` are the newest. */
  all: { href: string; count: number } | null;
};

export function UserHistory({ title, rows, empty, all }: UserHistoryProps) {
  const allLink = all && all.count > rows.length && <CardLink to={all.href}>All {all.count}</CardLink>;
  return (
    <Card title={title} badge={allLink}>
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <DataTable caption={title} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}
