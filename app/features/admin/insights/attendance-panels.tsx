import { Link } from "@remix-run/react";
import type { Shares } from "@server/insights/attendance";
import type { Insights } from "@server/insights/get-insights";
import { BarChart } from "./bar-chart";
import { FiguresTable, type FiguresRow } from "./figures-table";
import { Insight } from "./insight";

type OccupancyProps = Pick<Insights, "occupancy" | "emptiest">;

/** How full past sessions were. */
export function OccupancyPanel({ occupancy, emptiest }: OccupancyProps) {
  const { all, unlimited } = occupancy;
  return (
    <Insight
      title="Occupancy"
      note="Places that were booked, confirmed or completed, in past sessions with a limit. Drafts and cancelled sessions don’t count."
    >
      <p>
        <b>{all.share}</b>: {all.part} of {all.of} places in {all.sessions}{" "}
        {all.sessions === 1 ? "session" : "sessions"}
        {unlimited && `, and ${unlimited}`}.
      </p>
      <SharesPair
        caption="Places taken, by month"
        heads={["Month", "Sessions", "Taken", "Places", "Share"]}
        {...occupancy}
      />
      {emptiest.length > 0 && (
        <>
          <h3 className="subtitle">The emptiest</h3>
          <ul className="insight__list">
            {emptiest.map(({ id, title, start, taken, share }) => (
              <li key={id}>
                <span>
                  <Link to={`/admin/sessions/${id}`}>{title}</Link>
                  <small>{start}</small>
                </span>
                <span>
                  {share}, {taken}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Insight>
  );
}

/** Who was booked and did not come. */
export function NoShowsPanel({ noShows }: { noShows: Shares }) {
  const { all } = noShows;
  return (
    <Insight
      title="No-shows"
      note="Who was booked and not checked in, in past sessions in which at least one attendee was checked in."
    >
      {all.sessions === 0 ? (
        <p>Nobody was checked in yet.</p>
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

function SharesPair({ chart, rows, all, caption, heads }: Shares & { caption: string; heads: string[] }) {
  const row = ({ month, sessions, part, of, share }: Shares["all"]): FiguresRow => ({
    head: month,
    cells: [sessions, part, of, share],
  });
  return (
    <div className="insight__pair">
      <BarChart chart={chart} />
      <FiguresTable caption={caption} heads={heads} rows={rows.map(row)} sum={row({ ...all, month: "All" })} />
    </div>
  );
}
