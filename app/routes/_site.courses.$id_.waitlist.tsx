import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { joinWaitlist, waitlistDraft } from "~/features/waitlist/join.server";
import { WaitlistForm } from "~/features/waitlist/waitlist-form";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { apiFor, idOf, load } from "~/server/api.server";
import { readBookingDraft } from "~/server/cookies.server";
import { BackLink } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data
    ? privateTags(`Waitlist, ${data.title}`, siteOf(matches))
    : errorMeta(error, siteOf(matches), "Course not found");

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args);
  const form = await load(apiFor(args).waitlist.getForm({ courseId: id }));
  if (!form.isJoinable) throw redirect(`/courses/${id}`);
  const typed = readBookingDraft(args, id);
  return { id, ...form, ...(typed && waitlistDraft(typed)) };
}

export const action = (args: ActionFunctionArgs) =>
  joinWaitlist(args, { line: { courseId: idOf(args) }, noun: "course", page: `/courses/${idOf(args)}` });

export default function JoinCourseWaitlist() {
  const { id, title, ...form } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useToast(refused);
  return (
    <div className="page-width pt-2">
      <BackLink to={`/courses/${id}`}>{title}</BackLink>
      <div className="mt-5 grid max-w-text gap-6">
        <h1 className="text-display">Join the waitlist</h1>
        <p className="text-ink-soft">
          As soon as a place is free on every date to come, the next person on the waitlist is offered the course.
        </p>
        <WaitlistForm action={`/courses/${id}/waitlist`} noun="course" {...form} refused={refused} />
      </div>
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
