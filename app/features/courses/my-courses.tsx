import type { MyCourse } from "@server/selling/courses/my-courses";
import { TextLink } from "~/ui/link";

/** Lists a member's booked courses above their bookings; nothing without any. */
export function MyCourses({ courses }: { courses: MyCourse[] }) {
  if (courses.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="my-courses">
      <h2 className="text-title" id="my-courses">
        Courses
      </h2>
      <ul className="border-t border-line">
        {courses.map(({ id, title, dates, path }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-line py-3.5">
            <TextLink to={path}>{title}</TextLink>
            <span className="text-ink-soft">{dates}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
