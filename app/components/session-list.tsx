import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ListedSession } from "@server/schedule/schemas";
import { DateBlock } from "./date-block";
import { Icon } from "./icon";
import { SessionListSkeleton } from "./session-list-skeleton";

type SessionListProps = {
  title?: string;
  sessions: ListedSession[];
  /** Shows no more than this many, and as many placeholders while loading. */
  limit?: number;
  isLoading?: boolean;
  /** Stands in place of an empty list. */
  empty: ReactNode;
};

/** Sessions as rows on hairlines, below 768 px as cards. */
export function SessionList({ title, sessions, limit, isLoading = false, empty }: SessionListProps) {
  const shown = sessions.slice(0, limit);
  return (
    <section aria-label={title ?? "Sessions"}>
      {title && <h2 className="heading mb-5">{title}</h2>}
      {(isLoading || shown.length > 0) && (
        <div className="rows__head" aria-hidden="true">
          <span>Date</span>
          <span>Session</span>
          <span>Time</span>
          <span>Where</span>
          <span>Price</span>
        </div>
      )}
      {isLoading ? (
        <SessionListSkeleton count={limit} />
      ) : shown.length === 0 ? (
        empty
      ) : (
        <ul className="rows">
          {shown.map((session, index) => (
            <SessionRow key={session.id} session={session} isFirst={index === 0} Heading={title ? "h3" : "h2"} />
          ))}
        </ul>
      )}
    </section>
  );
}

type SessionRowProps = { session: ListedSession; isFirst: boolean; Heading: "h2" | "h3" };

function SessionRow({ session, isFirst, Heading }: SessionRowProps) {
  const { day, month, year, time, iso } = session.start;
  return (
    <li className={session.price === null ? "row row--sold" : "row"}>
      <DateBlock className="row__date" day={day} title={month} rest={year} iso={iso} />
      <div className="row__plate">
        <img src={session.image} alt="" width="200" height="400" loading="lazy" decoding="async" />
      </div>
      <div className="row__body">
        {session.category && <p className="cat">{session.category}</p>}
        <Heading className="row__title">
          {/* All rows lead to one route: to discover it once is enough. */}
          <Link to={`/sessions/${session.id}`} discover={isFirst ? "render" : "none"}>
            {session.title}
          </Link>
        </Heading>
        <p className="row__text">{session.summary}</p>
      </div>
      <div className="row__facts">
        <p className="row__time">
          <b>{time}</b> <span>{session.duration}</span>
        </p>
        <p className="row__place">{session.place}</p>
      </div>
      <p className="row__price">{session.price ?? <span className="soldout">SOLD OUT</span>}</p>
      <span className="row__go" aria-hidden="true">
        <Icon name="arrow-right" />
      </span>
    </li>
  );
}
