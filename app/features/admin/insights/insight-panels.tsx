import { Link } from "@remix-run/react";
import type { Shares } from "@server/office/insights/attendance";
import type { Insights } from "@server/office/insights/get-insights";
import { BarChart, type FiguresRow, FiguresTable, Insight } from "./charts";

type OccupancyProps = Pick<Insights, "occupancy" | "emptiest">;

export function OccupancyPanel({ occupancy, emptiest }: OccupancyProps) {
  const { all, unlimited } = occupancy;
  return (
    <Insight
      title="Occupancy"
      note="Places taken in past sessions with limited places. Drafts and cancelled sessions don’t count."
    >
      {all.sessions === 0 ? (
        <p>No session with limited places has taken place{unlimited && `, but ${unlimited}`}.</p>
      ) : (
        <p>
          <b>{all.share}</b>: {all.part} of {all.of} places in {all.sessions}{" "}
          {all.sessions === 1 ? "session" : "sessions"}
          {unlimited && `, and ${unlimited}`}.
        </p>
      )}
      <SharesPair
        caption="Places taken, by month"
        heads={["Month", "Sessions", "Taken", "Places", "Share"]}
        {...occupancy}
      />
      {emptiest.length > 0 && (
        <>
          <h3 className="text-subtitle mb-3">Emptiest sessions</h3>
          <SessionList
            sessions={emptiest.map(({ taken, share, ...session }) => ({ ...session, words: `${share}, ${taken}` }))}
          />
        </>
      )}
    </Insight>
  );
}

export function NoShowsPanel({ noShows }: { noShows: Shares }) {
  const { all } = noShows;
  return (
    <Insight
      title="No-shows"
      note="Attendees who booked but weren’t checked in, in past sessions with at least one check-in."
    >
      {all.sessions === 0 ? (
        <p>No one has been checked in yet.</p>
      ) : (
        <>
          <p>
            <b>{all.share}</b>: {all.part} of {all.of} attendees did not come to {all.sessions}{" "}
            {all.sessions === 1 ? "session" : "sessions"}.
          </p>
          <SharesPair
            caption="No-shows, by month"
            heads={["Month", "Sessions", "No-shows", "Booked", "Share"]}
            {...noShows}
          />
        </>
      )}
    </Insight>
  );
}

function SharesPair({ table, all, caption, heads }: Shares & { caption: string; heads: string[] }) {
  if (!table) return null;
  const row = ({ month, sessions, part, of, share }: Shares["all"]): FiguresRow => ({
    head: month,
    cells: [sessions, part, of, share],
  });
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">
      <BarChart chart={table.chart} />
      <FiguresTable caption={caption} heads={heads} rows={table.rows.map(row)} sum={row({ ...all, month: "All" })} />
    </div>
  );
}

export function PressurePanel({ pressure }: { pressure: Insights["pressure"] }) {
  const { totals, sessions } = pressure;
  return (
    <Insight
      title="Waitlist pressure"
      note="Upcoming sessions with people waiting and no free places, valued at the session’s own price."
    >
      {sessions.length === 0 ? (
        <p>No one is waiting for a place.</p>
      ) : (
        <>
          <ul>
            {totals.map((words) => (
              <li key={words}>
                <b>{words}</b>
              </li>
            ))}
          </ul>
          <SessionList sessions={sessions} />
        </>
      )}
    </Insight>
  );
}

export function CodesPanel({ codes }: { codes: Insights["codes"] }) {
  const { used, more } = codes;
  return (
    <Insight
      title="Discount codes"
      note="Uses in bookings and purchases in this period, and the discounts given. Cancelled ones don’t count."
    >
      {used.length === 0 ? (
        <p>No codes were used.</p>
      ) : (
        <FiguresTable
          caption="Discount codes, most used first"
          heads={["Code", "Uses", "Taken off"]}
          rows={used.map(({ code, uses, takenOff }) => ({ head: code, cells: [uses, takenOff] }))}
        />
      )}
      {more > 0 && <p>And {more === 1 ? "one more code" : `${more} more codes`}, used less often.</p>}
    </Insight>
  );
}

/** Shows how often each rate was chosen; nothing where none was. */
export function RatesPanel({ rates }: { rates: Insights["rates"] }) {
  if (rates.length === 0) return null;
  return (
    <Insight
      title="Rates"
      note="What was sold at each rate and early price in this period, by its name then. Cancelled ones don’t count."
    >
      <FiguresTable
        caption="Rates, most chosen first"
        heads={["Rate", "Tickets", "Passes", "Courses"]}
        rows={rates.map(({ name, sessions, passes, courses }) => ({ head: name, cells: [sessions, passes, courses] }))}
      />
    </Insight>
  );
}

export function ListeningPanel({ collections }: { collections: Insights["listening"] }) {
  return (
    <Insight
      title="Recordings"
      note="From the place that each member was at last, in all months. “Half left” is where every second one stopped; admins don’t count."
    >
      {collections.length === 0 && <p>No one has started a recording yet.</p>}
      {collections.map(({ id, title, recordings }) => (
        <div key={id}>
          <h3 className="text-subtitle mb-3">{title}</h3>
          <FiguresTable
            caption={`How far members have listened: ${title}`}
            heads={["Recording", "Started", "Finished", "Minutes", "Half left"]}
            rows={recordings.map(({ title: head, started, finished, minutes, halfLeft }) => ({
              head,
              cells: [started, finished, minutes, halfLeft],
            }))}
          />
        </div>
      ))}
    </Insight>
  );
}

type ListedSession = { id: string; title: string; start: string; words: string };

function SessionList({ sessions }: { sessions: ListedSession[] }) {
  return (
    <ul className="max-w-208">
      {sessions.map(({ id, title, start, words }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 border-t border-line py-2.5">
          <span>
            <Link to={`/admin/sessions/${id}`}>{title}</Link>
            <small className="block text-small text-ink-quiet">{start}</small>
          </span>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}
