import { Link } from "@remix-run/react";
import type { Insights } from "@server/insights/get-insights";
import { FiguresTable } from "./figures-table";
import { Insight } from "./insight";

/** Who waits, and what as many more places would bring. */
export function PressurePanel({ pressure }: { pressure: Insights["pressure"] }) {
  const { totals, sessions } = pressure;
  return (
    <Insight
      title="Waitlist pressure"
      note="Sessions to come with people in line for whom there is no place, by the session’s own price."
    >
      {sessions.length === 0 ? (
        <p>Nobody is waiting for a place.</p>
      ) : (
        <>
          <ul>
            {totals.map((words) => (
              <li key={words}>
                <b>{words}</b>
              </li>
            ))}
          </ul>
          <ul className="insight__list">
            {sessions.map(({ id, title, start, words }) => (
              <li key={id}>
                <span>
                  <Link to={`/admin/sessions/${id}`}>{title}</Link>
                  <small>{start}</small>
                </span>
                <span>{words}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Insight>
  );
}

/** What discount codes cost. */
export function CodesPanel({ codes }: { codes: Insights["codes"] }) {
  const { used, more } = codes;
  return (
    <Insight
      title="Discount codes"
      note="Uses in bookings and purchases of this time, and what they took off. What was cancelled has given its code back."
    >
      {used.length === 0 ? (
        <p>No code was used.</p>
      ) : (
        <FiguresTable
          caption="Discount codes, the most used first"
          heads={["Code", "Uses", "Taken off"]}
          rows={used.map(({ code, uses, takenOff }) => ({ head: code, cells: [uses, takenOff] }))}
        />
      )}
      {more > 0 && <p>And {more === 1 ? "one more code" : `${more} more codes`}, used less.</p>}
    </Insight>
  );
}
