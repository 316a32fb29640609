import { Link, useLocation } from "@remix-run/react";
import type { AdminSession } from "@server/sessions/list-sessions";
import { useIsFiltering } from "~/lib/hooks/navigation-state";
import { Badge } from "~/ui/badge";
import { RowAction } from "~/ui/row-actions";

type SessionCardsProps = { sessions: AdminSession[]; action: string };

export function SessionCards({ sessions, action }: SessionCardsProps) {
  const isBusy = useIsFiltering(useLocation().pathname);
  return (
    <ul className="sessioncards" aria-busy={isBusy || undefined}>
      {sessions.map((session) => (
        <li key={session.id} className="sessioncard">
          <img src={session.image} alt="" loading="lazy" width={64} height={64} />
          <div className="sessioncard__what">
            <h3 className="subtitle">
              <Link to={`/admin/sessions/${session.id}`}>{session.title}</Link>
            </h3>
            <p className="text-small leading-small text-ink-soft">
              <time dateTime={session.start.iso}>
                {session.start.date}, {session.start.time} {session.start.zone}
              </time>{" "}
              · {session.duration} · {session.place} · {session.price}
            </p>
            <p className="text-small leading-small text-ink-quiet">{howFull(session)}</p>
            <Badges session={session} />
          </div>
          <SessionActions session={session} action={action} />
        </li>
      ))}
    </ul>
  );
}

function howFull({ taken, maxAttendees, waiting }: AdminSession): string {
  const places = maxAttendees === null ? `${taken} booked` : `${taken} of ${maxAttendees} places taken`;
  return waiting > 0 ? `${places}, ${waiting} waiting` : places;
}

function Badges({ session }: { session: AdminSession }) {
  const badges = [
    session.category && { label: session.category, tone: "grey" as const },
    session.isCancelled && { label: "Cancelled", tone: "red" as const },
    session.isDraft && { label: "Draft", tone: "yellow" as const },
    session.isFeatured && { label: "Featured", tone: "green" as const },
    session.isOfSeries && { label: "Series", tone: "blue" as const },
  ].filter((badge) => typeof badge === "object" && badge !== null);
  if (badges.length === 0) return null;
  return (
    <p className="sessioncard__badges">
      {badges.map(({ label, tone }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
    </p>
  );
}

function SessionActions({ session, action }: { session: AdminSession; action: string }) {
  const { id, title, formKey, isCancelled } = session;
  return (
    <div className="sessioncard__act">
      <Link className="btn btn--quiet btn--small" to={`/admin/sessions/${id}/edit`} aria-label={`Edit ${title}`}>
        Edit
      </Link>
      <RowAction
        action={action}
        fields={{ id, formKey }}
        label="Duplicate"
        failure={{ title: "Failed to duplicate session" }}
        name={`Duplicate ${title}`}
      />
      {!isCancelled && (
        <Link
          className="btn btn--danger btn--small"
          to={`/admin/sessions/${id}/delete`}
          aria-label={`Delete ${title}`}
          discover="none"
        >
          Delete
        </Link>
      )}
    </div>
  );
}
