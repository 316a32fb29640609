import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CourseDates, CourseTerms } from "~/features/courses/course-dates";
import { followCourseReturn } from "~/features/courses/course.server";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { errorMeta, pageMeta, pageTitle, siteOf } from "~/lib/page-meta";
import { apiFor, idOf, load } from "~/server/api.server";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-head";
import { Lede } from "~/ui/text";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site, "Course not found");
  const { id, title, paragraphs, dates } = data.course;
  const description = paragraphs[0] ?? `A course of ${dates.length} dates.`;
  return pageMeta({ title: pageTitle(title, site), description, path: `/courses/${id}` }, site);
};

export async function loader(args: LoaderFunctionArgs) {
  await followCourseReturn(args);
  const query = new URL(args.request.url).searchParams;
  return {
    course: await load(apiFor(args).courses.get({ id: idOf(args) })),
    isReturned: query.has("booked"),
    isRefused: query.has("refused"),
  };
}

export default function CourseScreen() {
  const { course, isReturned, isRefused } = useLoaderData<typeof loader>();
  const { id, title, paragraphs, price, from, prices, late, isOpen, refusal, isJoinable, terms, isSoldSingly } = course;
  const [summary, ...others] = paragraphs;
  return (
    <div className="page-width pt-2">
      <BackLink to="/">Schedule</BackLink>
      <article className="mt-5 grid max-w-text gap-7">
        {isReturned && (
          <Notice kind="information">
            Thank you. As soon as your payment is confirmed, you get an email with all your dates.
          </Notice>
        )}
        <h1 className="text-display">{title}</h1>
        {summary && <Lede>{summary}</Lede>}
        {others.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <CourseDates course={course} />
        {prices.length > 0 && (
          <ul className="grid gap-1" aria-label="Prices">
            {prices.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {isOpen ? (
          <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <ButtonLink to={`/courses/${id}/book`}>Book the course {from ? `from ${from}` : `for ${price}`}</ButtonLink>
            {late && <span className="text-ink-soft">For {late}. You pay for these only.</span>}
          </p>
        ) : (
          <Notice kind={isRefused ? "error" : "information"} isAnnounced={isRefused}>
            {isRefused && "You’re not booked. "}
            {refusal}
          </Notice>
        )}
        {isJoinable && (
          <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <ButtonLink to={`/courses/${id}/waitlist`}>Join Waitlist</ButtonLink>
            <span className="text-ink-soft">
              {price} for {late ?? "all dates"}
            </span>
          </p>
        )}
        <p className="text-ink-soft">
          One payment books a place on every date to come.
          {isSoldSingly ? " Each date can also be booked by itself." : " The dates can’t be booked one by one."}
        </p>
        <CourseTerms terms={terms} />
      </article>
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Course not found"
          text="It may have been taken off the schedule."
          action={{ label: "See upcoming sessions", to: "/" }}
        />
      }
    />
  );
}
