import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CourseTerms } from "~/features/courses/course-dates";
import { HeldDates, MakeUpForm } from "~/features/courses/held-course";
import { InvoiceLinks } from "~/features/invoices/invoice-sheet";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { keyOf } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readFields } from "~/server/form.server";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data
    ? privateTags(`Your course: ${data.course.title}`, siteOf(matches))
    : errorMeta(error, siteOf(matches), "Course not found");

export async function loader(args: LoaderFunctionArgs) {
  const key = keyOf(args);
  const course = await load(apiFor(args).courses.getHeld({ purchaseId: idOf(args), key }));
  const isJustBooked = new URL(args.request.url).searchParams.has("booked");
  return { course, query: key ? `?key=${key}` : "", isJustBooked };
}

export async function action(args: ActionFunctionArgs) {
  const key = keyOf(args);
  const fields = await readFields(args.request);
  const [missed, to] = [fields.get("missed") ?? "", fields.get("to") ?? ""];
  const call = apiFor(args).courses.makeUp({ purchaseId: idOf(args), key, missed, to });
  const made = await attemptLogged(args, call, "That did not go through. Please try again.");
  if (!made.ok) return data({ toast: errorToast("Not booked yet", made.message) }, { status: made.status });
  const path = `/my-course/${encodeURIComponent(idOf(args))}${key ? `?key=${key}` : ""}`;
  return redirectWithToast(args, path, successToast("Booked", "Your place on the other date is booked."));
}

export default function HeldCoursePage() {
  const { course, query, isJustBooked } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useToast(answer);
  const path = `/my-course/${course.id}`;
  return (
    <div className="page-width pt-10">
      <article className="grid max-w-text gap-6">
        {answer && <ToastNotice toast={answer.toast} />}
        <h1 className="text-display">{titles[course.state]}</h1>
        {isJustBooked && course.state === "booked" && course.dates.every(({ note }) => note === null) && (
          <Notice kind="success">Your place is booked on every date. A confirmation is on its way to you.</Notice>
        )}
        {course.state === "pending" && (
          <Notice kind="information">
            Your payment is not confirmed yet. Your places are held until then; this page shows it once you reload it.
          </Notice>
        )}
        <div>
          <h2 className="text-title">{course.title}</h2>
          <p className="text-ink-soft">
            {course.reference}, {course.amount}, for {course.name}, <span className="break-words">{course.email}</span>
          </p>
        </div>
        <HeldDates dates={course.dates} />
        <InvoiceLinks invoices={course.invoices} />
        {course.state === "booked" && (
          <p className="flex flex-wrap gap-3">
            <ButtonLink kind="quiet" to={course.filePath} reloadDocument>
              Add all dates to your calendar
            </ButtonLink>
            {course.cancelling && (
              <ButtonLink kind="quiet" to={`${path}/cancel${query}`}>
                Cancel the course
              </ButtonLink>
            )}
          </p>
        )}
        {course.makingUp && <MakeUpForm action={`${path}${query}`} makingUp={course.makingUp} />}
        <CourseTerms terms={course.terms} />
        {course.isMine && (
          <p>
            <TextLink to="/user/bookings">All your bookings and receipts</TextLink>
          </p>
        )}
      </article>
    </div>
  );
}

const titles = {
  booked: "Your course is booked",
  pending: "Your course is being booked",
  refunded: "Your course was refunded",
  ended: "Your course is not booked",
};

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Course not found"
          text="The link may be incomplete. The one in your confirmation email opens your course."
          action={{ label: "Find my booking", to: "/find-booking" }}
        />
      }
    />
  );
}
