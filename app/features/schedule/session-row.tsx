import { Link } from "@remix-run/react";
import type { ListedSession } from "@server/schedule/schemas";
import { DateBlock } from "../../ui/date-block";
import { Icon } from "../../ui/icon";

type SessionRowProps = { session: ListedSession; isFirst: boolean; Heading: "h2" | "h3" };

/** A session in a list; the link covers the whole item. */
export function SessionRow({ session, isFirst, Heading }: SessionRowProps) {
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
