import { Link } from "@remix-run/react";
import type { Overview, OverviewSession } from "@server/office/operations/schemas";
import { RowList } from "~/ui/list";
import { FigureRow } from "./figure-row";
import { HeadedSection } from "~/ui/headed-section";

/** Lists the sessions of the coming days with their places. */
export function Week({ sessions }: { sessions: Overview["week"] }) {
  return (
    <HeadedSection heading="The coming week">
      {sessions.length === 0 ? (
        <p className="text-ink-soft">No other session in the coming seven days.</p>
      ) : (
        <RowList>
          {sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-5 px-5 py-2">
              <div className="min-w-0">
                <h3 className="text-subtitle">
                  <Link className="inline-flex min-h-(--size-touch) items-center" to={`/admin/sessions/${session.id}`}>
                    {session.title}
                  </Link>
                </h3>
                <p className="text-small leading-small text-ink-soft">
                  {session.day}, {session.time} · {session.place}
                </p>
              </div>
              <p className="text-small">{placesOf(session)}</p>
            </li>
          ))}
        </RowList>
      )}
    </HeadedSection>
  );
}

function placesOf({ taken, maxAttendees, isFull }: OverviewSession): string {
  if (maxAttendees === null) return `${taken} taken`;
  return isFull ? `Full: ${taken} of ${maxAttendees}` : `${taken} of ${maxAttendees} taken`;
}

type NewsProps = Pick<Overview, "bookings" | "income">;

/** Says what was booked and earned lately. */
export function News({ bookings: { count, since }, income }: NewsProps) {
  const noun = count === 1 ? "booking" : "bookings";
  return (
    <HeadedSection heading="Bookings and income">
      <RowList>
        <FigureRow
          figure={count}
          label={since ? `${noun} since your last visit: ${since}` : `${noun} in the last seven days`}
          to="/admin/bookings"
        />
        {income.map(({ currency, thisMonth, lastMonth, toRefund }) => (
          <FigureRow
            key={currency}
            figure={thisMonth}
            label={`so far this month, after ${lastMonth} last month${toRefund ? `; still to refund: ${toRefund}` : ""}`}
            to="/admin/insights?period=3-months"
          />
        ))}
      </RowList>
    </HeadedSection>
  );
}
