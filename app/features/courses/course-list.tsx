import type { ListedCourse } from "@server/selling/courses/get-course";
import { ButtonLink } from "~/ui/button";
import { cardFrame } from "~/ui/card";
import { ThreeColumns } from "~/ui/list";

/** Shows the courses on sale below the schedule; nothing without any. */
export function CourseList({ courses }: { courses: ListedCourse[] }) {
  if (courses.length === 0) return null;
  return (
    <section className="mt-12 grid gap-5" aria-labelledby="courses">
      <h2 className="text-title" id="courses">
        Courses
      </h2>
      <ThreeColumns>
        {courses.map(({ id, title, price, dates }) => (
          <li key={id} className={`flex flex-col gap-3 pb-6 ${cardFrame}`}>
            <h3 className="text-subtitle">{title}</h3>
            <p className="text-ink-soft">{dates}</p>
            <p className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-2">
              <strong className="font-display text-[1.625rem] leading-none font-normal normal-nums">{price}</strong>
              <ButtonLink kind="quiet" size="small" to={`/courses/${id}`}>
                View and Book
                <span className="sr-only">: {title}</span>
              </ButtonLink>
            </p>
          </li>
        ))}
      </ThreeColumns>
    </section>
  );
}
