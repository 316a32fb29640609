import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { calendarPath } from "~/features/admin/admin-paths";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Remove a calendar", "Calendar not found");

export async function loader(args: LoaderFunctionArgs) {
  const { addresses } = await load(adminApi(args).calendars.list());
  const calendar = addresses.find(({ id }) => id === idOf(args));
  if (!calendar) throw new Response("Calendar not found", { status: 404 });
  return { id: calendar.id, name: calendar.name };
}

export async function action(args: ActionFunctionArgs) {
  const result = await attemptLogged(args, adminApi(args).calendars.removeAddress({ id: idOf(args) }));
  const toast = result.ok ? successToast("Calendar removed") : errorToast("Not removed", result.message);
  return redirectWithToast(args, calendarPath, toast);
}

export default function RemoveCalendarPage() {
  const { id, name } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Remove ${name}?`}
      cancelLabel="Keep it"
      back={calendarPath}
      action={`${calendarPath}/${id}/remove`}
      failure={{ title: "The calendar was not removed" }}
      confirmLabel="Remove"
      isDangerous
    >
      <p>
        What is in it no longer takes times away: they can be booked from now on. Nothing changes in the calendar
        itself.
      </p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
