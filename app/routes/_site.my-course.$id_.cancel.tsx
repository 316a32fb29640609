import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { HeldDates } from "~/features/courses/held-course";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, infoToast, successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { keyOf } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { ButtonLink } from "~/ui/button";
import { FormActions } from "~/ui/card";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Cancel the course", "Course not found");

const pathOf = (id: string, key: string | undefined) =>
  `/my-course/${encodeURIComponent(id)}${key ? `?key=${key}` : ""}`;

export async function loader(args: LoaderFunctionArgs) {
  const [id, key] = [idOf(args), keyOf(args)];
  const course = await load(apiFor(args).courses.getHeld({ purchaseId: id, key }));
  // The course's page shows what is left of it.
  if (!course.cancelling) throw redirect(pathOf(id, key));
  return { course, back: pathOf(id, key), query: key ? `?key=${key}` : "" };
}

const failure = "Failed to cancel. Please try again.";

export async function action(args: ActionFunctionArgs) {
  const [id, key] = [idOf(args), keyOf(args)];
  const cancelled = await attemptLogged(args, apiFor(args).courses.cancel({ purchaseId: id, key }), failure);
  if (!cancelled.ok) {
    if (cancelled.code === "not_found") throw new Response(cancelled.message, { status: 404 });
    return data({ toast: errorToast("Error", cancelled.message) }, { status: cancelled.status });
  }
  const isPaid = cancelled.value.outcome === "paid_meanwhile";
  const toast = isPaid
    ? infoToast("You're booked", "Your payment has just come through, so your places stay yours.")
    : successToast("Course cancelled", "Your places have been released.");
  return redirectWithToast(args, pathOf(id, key), toast);
}

export default function CancelCoursePage() {
  const { course, back, query } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const address = `/my-course/${course.id}/cancel${query}`;
  const isBusy = useIsPosting(address);
  useToast(refused);
  return (
    <div className="page-width grid max-w-text gap-6 pt-10">
      <h1 className="text-display">Cancel the course</h1>
      {refused && <ToastNotice toast={refused.toast} />}
      <h2 className="text-title">{course.title}</h2>
      <HeldDates dates={course.dates} />
      <p>{course.cancelling} Your places are released right away. Other dates stay as they are.</p>
      <PostForm action={address} isBusy={isBusy} failure={{ title: "Error", text: failure }}>
        <FormActions>
          <ButtonLink kind="quiet" to={back}>
            Keep my course
          </ButtonLink>
          <SubmitButton isBusy={isBusy} kind="danger">
            Cancel the course
          </SubmitButton>
        </FormActions>
      </PostForm>
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
