import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { coursesPath } from "~/features/admin/admin-paths";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Courses");

export async function loader(args: LoaderFunctionArgs) {
  return { courses: await load(adminApi(args).courses.admin.list()) };
}

export default function CoursesPage() {
  const { courses } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Courses" lede="All dates of a series for one price. Those on sale are below the schedule.">
        <ButtonLink to={`${coursesPath}/new`}>Add Course</ButtonLink>
      </PageHead>
      {courses.length > 0 ? (
        <ul className="border-t border-line">
          {courses.map(({ id, title, price, dates, sold, isOn }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-line py-3.5">
              <TextLink to={`${coursesPath}/${id}`}>{title}</TextLink>
              <span className="text-ink-soft">
                {price} for {dates} dates, {sold} booked{isOn ? "" : ", not on sale"}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState>There are no courses yet.</EmptyState>
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
