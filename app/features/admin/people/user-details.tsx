import { Link } from "@remix-run/react";
import { Notice } from "../../../ui/notice";
import { Facts } from "../../../ui/facts";
import { statusLabel } from "../../../ui/status-badge";

type UserDetailsProps = {
  user: {
    email: string;
    newEmail: string | null;
    isConfirmed: boolean;
    role: "member" | "admin";
    isOneself: boolean;
    hasSecondFactor: boolean;
    subscriptionStatus: string;
    since: string;
  };
  path: string;
};

/** What is known of a member, and what can be done for her. */
export function UserDetails({ user, path }: UserDetailsProps) {
  const { email, newEmail, isConfirmed, role, isOneself, hasSecondFactor } = user;
  return (
    <>
      {newEmail && (
        <Notice kind="information">
          Waiting for <b className="font-semibold">{newEmail}</b> to be confirmed. Until then nothing changes.
        </Notice>
      )}
      <Facts
        facts={[
          { label: "Email", value: `${email}${isConfirmed ? "" : " (not confirmed)"}` },
          { label: "Role", value: role === "admin" ? "Admin" : "Member" },
          { label: "Subscription status", value: statusLabel(user.subscriptionStatus) },
          { label: "Second step at sign-in", value: hasSecondFactor ? "On" : "Off" },
          { label: "Member since", value: user.since },
        ]}
      />
      {isOneself ? (
        <p>
          This is you. Your password and devices are in your{" "}
          <Link className="link" to="/dashboard/settings">
            profile
          </Link>
          .
        </p>
      ) : (
        <ul className="flex flex-wrap gap-3">
          <Action to={`${path}/reset`} label="Send reset link" />
          {role === "member" && <Action to={`${path}/password`} label="Set password" />}
          {role === "member" && <Action to={`${path}/login`} label="Log in as user" />}
          {role === "member" && <Action to={`${path}/delete`} label="Delete user" kind="btn--danger" />}
        </ul>
      )}
    </>
  );
}

const Action = ({ to, label, kind = "btn--quiet" }: { to: string; label: string; kind?: string }) => (
  <li>
    <Link className={`btn ${kind}`} to={to}>
      {label}
    </Link>
  </li>
);
