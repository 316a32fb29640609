import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { coursesPath } from "~/features/admin/admin-paths";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Delete course", "Course not found");

export async function loader(args: LoaderFunctionArgs) {
  return load(adminApi(args).courses.admin.getForm({ id: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const deleted = await attemptLogged(args, adminApi(args).courses.admin.delete({ id: idOf(args) }));
  return redirectWithToast(
    args,
    coursesPath,
    deleted.ok
      ? successToast("Course deleted", deleted.value.title)
      : errorToast("Failed to delete the course", deleted.message),
  );
}

export default function DeleteCoursePage() {
  const { id, title, kept } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Delete “${title}”?`}
      cancelLabel="Keep course"
      back={coursesPath}
      action={`${coursesPath}/${id}/delete`}
      failure={{ title: "Failed to delete the course" }}
      confirmLabel={kept === null ? "Delete course" : null}
      isDangerous
    >
      <p>{kept ?? "No one has booked it. Its dates stay on the schedule. This can’t be undone."}</p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
