import { Link, useLocation } from "@remix-run/react";
import type { AdminSession } from "@server/sessions/list-sessions";
import { useIsFiltering } from "~/lib/hooks/navigation-state";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { RowAction } from "~/ui/row-actions";
import { RowList } from "~/ui/list";

const row =
  "grid grid-cols-[3.5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 px-4.5 py-4 md:grid-cols-[4rem_minmax(0,1fr)_auto] md:items-center md:px-5";

type SessionCardsProps = { sessions: AdminSession[]; action: string };

export function SessionCards({ sessions, action }: SessionCardsProps) {
  const isBusy = useIsFiltering(useLocation().pathname);
  return (
    <RowList isBusy={isBusy}>
      {sessions.map((session) => (
        <li key={session.id} className={row}>
          <img
            className="size-14 rounded-[50%] object-cover md:size-16"
            src={session.image}
            alt=""
            loading="lazy"
            width={64}
            height={64}
          />
          <div className="grid gap-0.5">
            <h3 className="text-subtitle">
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
    </RowList>
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
    <p className="flex flex-wrap gap-1.5">
      {badges.map(({ label, tone }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
    </p>
  );
}

/** The label of the action that ends a session, if there is one. */
export const endingLabels = { delete: "Delete", cancel: "Cancel session", none: null };

function SessionActions({ session, action }: { session: AdminSession; action: string }) {
  const { id, title, formKey, isCancelled, ending } = session;
  const label = endingLabels[ending];
  return (
    <div className="col-span-full flex flex-wrap gap-2 md:col-auto">
      <ButtonLink kind="quiet" size="small" to={`/admin/sessions/${id}/edit`} aria-label={`Edit ${title}`}>
        Edit
      </ButtonLink>
      <RowAction
        action={action}
        fields={{ id, formKey }}
        label="Duplicate"
        failure={{ title: "Failed to duplicate session" }}
        name={`Duplicate ${title}`}
      />
      {!isCancelled && label && (
        <ButtonLink
          kind="danger"
          size="small"
          to={`/admin/sessions/${id}/delete`}
          aria-label={`${label} ${title}`}
          discover="none"
        >
          {label}
        </ButtonLink>
      )}
    </div>
  );
}
