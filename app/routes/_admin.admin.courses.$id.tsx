import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { coursesPath } from "~/features/admin/admin-paths";
import { courseLabels, courseValues, EditCourseForm } from "~/features/admin/courses/course-form";
import { conflictKey } from "~/features/admin/form-version";
import { conflictOf } from "~/lib/forms/conflict";
import type { CheckedForm } from "~/features/admin/sessions/agree-change";
import { askAgain } from "~/features/admin/sessions/session-form.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { editedCourseForm } from "~/server/schemas.server";
import { TextLink } from "~/ui/link";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Course", "Course not found");

export async function loader(args: LoaderFunctionArgs) {
  const { admin } = adminApi(args).courses;
  const id = idOf(args);
  const [course, buyers] = await Promise.all([load(admin.getForm({ id })), load(admin.listBuyers({ id }))]);
  return { course, buyers };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).courses;
  const id = idOf(args);
  const submission = await readForm(args.request, editedCourseForm);
  if (submission.status !== "success") return refuse(submission);
  const { price: priceMinor, ...typed } = submission.value;
  const saved = await attemptLogged(args, admin.edit({ ...typed, priceMinor, id }));
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { id: _, version, dates: __, ...now } = await load(admin.getForm({ id }));
    const conflict = conflictOf(courseLabels, { version, values: courseValues(now) }, submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  if (!saved.ok) return refuseCall(submission, saved, "Failed to save the course");
  if (saved.value.outcome === "check") return askAgain(submission, { price: saved.value });
  return redirectWithToast(args, coursesPath, successToast("Course saved", typed.title));
}

export default function EditCoursePage() {
  const { course, buyers } = useLoaderData<typeof loader>();
  const refused: CheckedForm | undefined = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={coursesPath}>Courses</BackLink>
      <PageHead title="Edit Course" lede="Changes are for those who book it from now on." />
      <EditCourseForm
        key={conflictKey(refused)}
        action={`${coursesPath}/${course.id}`}
        dates={course.dates}
        {...{ course, refused }}
      />
      <section className="grid gap-3" aria-labelledby="buyers">
        <h2 className="text-title" id="buyers">
          Booked by
        </h2>
        {buyers.length === 0 ? (
          <p className="text-ink-soft">This course has not been booked yet.</p>
        ) : (
          <ul className="border-t border-line">
            {buyers.map(({ id, name, email, amount, dates }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-line py-3.5">
                <TextLink to={`/admin/orders/purchase/${id}`}>{name}</TextLink>
                <span className="break-words text-ink-soft">{email}</span>
                <span className="text-ink-soft">
                  {dates}, {amount}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <TextLink to={`${coursesPath}/${course.id}/waitlist`}>Waitlist ({course.waiting})</TextLink>
        {buyers.length > 0 && <TextLink to={`${coursesPath}/${course.id}/message`}>Message everyone</TextLink>}
        <TextLink to={`${coursesPath}/${course.id}/delete`}>Delete course</TextLink>
      </p>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
