import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isPaymentLeft } from "~/features/buying/payment-return.server";
import { CourseBookingForm } from "~/features/courses/course-booking-form";
import { bookCourse, coursePath } from "~/features/courses/course.server";
import { courseOfferPath, offerOf, waitlistPath } from "~/features/waitlist/waitlist";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { apiFor, idOf, load } from "~/server/api.server";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-head";
import { ToastNotice } from "~/ui/toast/toast";

export { refusalHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data
    ? privateTags(`Book ${data.form.title}`, siteOf(matches))
    : errorMeta(error, siteOf(matches), "Course not found");

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args);
  const entry = offerOf(args);
  const form = await load(apiFor(args).courses.getForm({ id, entry }));
  if (entry && !form.offered) throw redirect(waitlistPath(entry));
  // The course's page says why it can't be booked.
  if (form.refusal) throw redirect(coursePath(id));
  const address = entry ? courseOfferPath(id, entry) : `${coursePath(id)}/book`;
  return { form, address, isPaymentCancelled: isPaymentLeft(args) };
}

export const action = bookCourse;

export default function BookCoursePage() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { address } = loaded;
  const form = answer?.form ?? loaded.form;
  const path = `/courses/${form.id}`;
  return (
    <div className="page-width pt-2">
      <BackLink to={path}>{form.title}</BackLink>
      <div className="mt-5 grid max-w-text gap-6">
        <h1 className="text-display">Book the course</h1>
        {answer?.toast?.kind === "error" && <ToastNotice toast={answer.toast} />}
        {!answer && loaded.isPaymentCancelled && (
          <Notice kind="information">Your payment was cancelled and nothing was charged.</Notice>
        )}
        <section className="grid gap-2" aria-labelledby="booked-dates">
          <h2 className="text-subtitle" id="booked-dates">
            {form.title}: {form.dates.length === 1 ? "1 date" : `${form.dates.length} dates`}
          </h2>
          <ul className="grid gap-1 text-ink-soft">
            {form.dates.map((date) => (
              <li key={date}>{date}</li>
            ))}
          </ul>
        </section>
        <ul className="grid gap-1 text-small text-ink-soft">
          {form.terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
        {form.offered && (
          <Notice kind="information">
            Booking uses your offer. If you don’t complete the payment, the places are released.
          </Notice>
        )}
        <CourseBookingForm
          course={form}
          path={path}
          action={address}
          lastReply={answer?.reply}
          isBusy={useIsPosting(address)}
        />
      </div>
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
