import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { coursesPath } from "~/features/admin/admin-paths";
import { CourseForm, courseLabels, courseValues } from "~/features/admin/courses/course-form";
import { conflictKey } from "~/features/admin/form-version";
import { saveProduct } from "~/features/admin/products/save-product.server";
import type { CheckedForm } from "~/features/admin/sessions/agree-change";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { editedCourseForm } from "~/server/schemas.server";
import { TextLink } from "~/ui/link";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Course", "Course not found");

export async function loader(args: LoaderFunctionArgs) {
  const { admin } = adminApi(args).courses;
  const id = idOf(args);
  const [course, buyers] = await Promise.all([load(admin.getForm({ id })), load(admin.listBuyers({ id }))]);
  return { opened: course, buyers };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).courses;
  const id = idOf(args);
  const read = async () => {
    const { id: _, version, dates: __, ...now } = await load(admin.getForm({ id }));
    return { version, values: courseValues(now) };
  };
  return saveProduct(args, {
    kind: "course",
    schema: editedCourseForm,
    done: "saved",
    save: ({ price: priceMinor, ...typed }) => admin.edit({ ...typed, priceMinor, id }),
    saved: { labels: courseLabels, read },
  });
}

export default function EditCoursePage() {
  const { opened, buyers } = useLoaderData<typeof loader>();
  const { id, version, dates, ...course } = opened;
  const refused: CheckedForm | undefined = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={coursesPath}>Courses</BackLink>
      <PageHead title="Edit Course" lede="Changes are for those who book it from now on." />
      <CourseForm
        key={conflictKey(refused)}
        action={`${coursesPath}/${id}`}
        values={courseValues(course)}
        dates={dates}
        chosen={course.sessionIds}
        version={version}
        refused={refused}
      />
      <section className="grid gap-3" aria-labelledby="buyers">
        <h2 className="text-title" id="buyers">
          Booked by
        </h2>
        {buyers.length === 0 ? (
          <p className="text-ink-soft">This course has not been booked yet.</p>
        ) : (
          <ul className="border-t border-line">
            {buyers.map(({ id: purchaseId, name, email, amount, dates }) => (
              <li
                key={purchaseId}
                className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-line py-3.5"
              >
                <TextLink to={`/admin/orders/purchase/${purchaseId}`}>{name}</TextLink>
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
        <TextLink to={`${coursesPath}/${id}/waitlist`}>Waitlist ({course.waiting})</TextLink>
        {buyers.length > 0 && <TextLink to={`${coursesPath}/${id}/message`}>Message everyone</TextLink>}
        <TextLink to={`${coursesPath}/${id}/delete`}>Delete course</TextLink>
      </p>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
