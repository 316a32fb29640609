import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { coursesPath } from "~/features/admin/admin-paths";
import { CourseForm, newCourse } from "~/features/admin/courses/course-form";
import { saveProduct } from "~/features/admin/products/save-product.server";
import type { CheckedForm } from "~/features/admin/sessions/agree-change";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { newCourseForm } from "~/server/schemas.server";
import { EmptyState } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Course");

export async function loader(args: LoaderFunctionArgs) {
  const of = new URL(args.request.url).searchParams.get("of") ?? undefined;
  return { of, formKey: randomUUID(), ...(await load(adminApi(args).courses.admin.getNew({ of }))) };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).courses;
  return saveProduct(args, {
    kind: "course",
    schema: newCourseForm,
    done: "added",
    save: ({ price: priceMinor, ...typed }) => admin.create({ ...typed, priceMinor }),
  });
}

export default function NewCoursePage() {
  const { of, formKey, series, title, dates } = useLoaderData<typeof loader>();
  const refused: CheckedForm | undefined = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={coursesPath}>Courses</BackLink>
      <PageHead title="Add Course" lede={dates.length > 0 ? undefined : "Choose the series that it is made of."} />
      {dates.length > 0 ? (
        <CourseForm
          action={`${coursesPath}/new?of=${of}`}
          values={{ ...newCourse, title }}
          dates={dates}
          chosen={dates.map(({ id }) => id)}
          formKey={formKey}
          refused={refused}
        />
      ) : series.length > 0 ? (
        <ul className="border-t border-line">
          {series.map(({ id, label }) => (
            <li key={id} className="border-b border-line py-3.5">
              <TextLink to={`${coursesPath}/new?of=${id}`}>{label}</TextLink>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState action={{ label: "Add a session", to: "/admin/sessions/new" }}>
          There is no series yet. Add a session that repeats.
        </EmptyState>
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
