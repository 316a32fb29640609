import type { CoursePage } from "@server/selling/courses/get-course";
import { TextLink } from "~/ui/link";

type CourseDatesProps = { course: Pick<CoursePage, "dates" | "zones"> };

/** Lists the dates of a course, in the visitor's zone. */
export const CourseDates = ({ course: { dates, zones } }: CourseDatesProps) => (
  <section className="grid gap-3" aria-labelledby="course-dates">
    <h2 className="text-title" id="course-dates">
      Dates
    </h2>
    <ul className="border-t border-line">
      {dates.map(({ id, title, start, duration, place, note }) => (
        <li key={id} className="grid gap-x-6 gap-y-1 border-b border-line py-3.5 md:grid-cols-[14rem_1fr_auto]">
          <time className="font-semibold" dateTime={start.iso}>
            {start.shortDate}, {start.time}
          </time>
          <span>
            <TextLink to={`/sessions/${id}`}>{title}</TextLink>{" "}
            <span className="text-ink-soft">
              {duration}, {place}
            </span>
          </span>
          {note && <span className="text-ink-soft">{note}</span>}
        </li>
      ))}
    </ul>
    {zones && <p className="text-small text-ink-soft">{zones}</p>}
  </section>
);

export const CourseTerms = ({ terms }: { terms: string[] }) => (
  <ul className="grid gap-1 text-ink-soft">
    {terms.map((term) => (
      <li key={term}>{term}</li>
    ))}
  </ul>
);
