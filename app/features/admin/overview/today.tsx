import { Link } from "@remix-run/react";
import type { OfficeSession, OfficeToday } from "@server/members/schemas";

/** The sessions of the day with the way to the door, or which one comes next. */
export function Today({ today: { date, isToday, sessions } }: { today: OfficeToday }) {
  return (
    <section className="grid gap-3" aria-labelledby="today">
      <h2 className="heading" id="today">
        Today, {date}
      </h2>
      {!isToday && (
        <p className="text-ink-soft">
          {sessions.length > 0 ? "No session today. The next one:" : "No session today, and none is planned."}
        </p>
      )}
      {sessions.length > 0 && (
        <ul className="office">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} isToday={isToday} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SessionRow({ session, isToday }: { session: OfficeSession; isToday: boolean }) {
  const { id, title, day, time, place, hasBegun } = session;
  const path = `/admin/sessions/${id}`;
  return (
    <li className="office__row">
      <div className="office__what">
        <h3 className="subtitle">
          <Link to={path}>{title}</Link>
        </h3>
        <p className="text-small text-ink-soft">
          {isToday ? time : `${day}, ${time}`} · {place} · {howFull(session)}
          {hasBegun && " · under way"}
        </p>
      </div>
      {isToday ? (
        <Link className="btn btn--small" to={`${path}/check-in`} aria-label={`Check in: ${title}`}>
          Check in
        </Link>
      ) : (
        <Link className="btn btn--quiet btn--small" to={`${path}/attendees`} aria-label={`Attendees: ${title}`}>
          Attendees
        </Link>
      )}
    </li>
  );
}

const howFull = ({ booked, maxAttendees }: OfficeSession) =>
  maxAttendees === null ? `${booked} booked` : `${booked} of ${maxAttendees} booked`;
