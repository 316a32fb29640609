import { Link } from "@remix-run/react";
import type { ListedSession } from "@server/schedule/schemas";
import { DateBlock } from "../../ui/date-block";

/** A session on the strip of featured ones; the link covers the whole card. */
export function FeaturedSession({ session }: { session: ListedSession }) {
  const { day, month, year, time, iso } = session.start;
  return (
    <li className={session.price === null ? "feature row--sold" : "feature"}>
      <div className="feature__body">
        <DateBlock day={day} title={month} rest={year} iso={iso} />
        <div>
          {session.category && <p className="cat">{session.category}</p>}
          <h3 className="row__title">
            <Link to={`/sessions/${session.id}`} discover="none">
              {session.title}
            </Link>
          </h3>
        </div>
        <p className="text-small text-ink-soft">
          <b className="font-semibold text-ink">{time}</b> · {session.duration}
          <br />
          {session.place}
        </p>
        <p className="feature__price">{session.price ?? <span className="soldout">SOLD OUT</span>}</p>
      </div>
      <div className="row__plate">
        <img src={session.image} alt="" width="200" height="400" decoding="async" />
      </div>
    </li>
  );
}
