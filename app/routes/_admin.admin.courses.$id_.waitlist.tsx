import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { courseWaitlistPath, coursesPath } from "~/features/admin/admin-paths";
import { WaitlistEntries } from "~/features/admin/sessions/waitlist-entries";
import { moveEntry } from "~/features/admin/sessions/waitlist.server";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Waitlist of a course", "Course not found");

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args);
  const page = new URL(args.request.url).searchParams.get("page") ?? 1;
  return { id, line: await load(adminApi(args).waitlist.line.list({ courseId: id, page })) };
}

export const action = (args: ActionFunctionArgs) => moveEntry(args, courseWaitlistPath(idOf(args)));

export default function CourseWaitlistPage() {
  const { id, line } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to={`${coursesPath}/${id}`}>{line.title}</BackLink>
      <PageHead title="Waitlist" lede="People who wait for a place on every date of the course." />
      <WaitlistEntries line={line} path={courseWaitlistPath(id)} noun="course" />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
