import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { calendarPath } from "~/features/admin/admin-paths";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Disconnect the account");

export async function loader(args: LoaderFunctionArgs) {
  const { account } = await load(adminApi(args).calendars.list());
  if (!account) throw redirect(calendarPath);
  return { host: account.host, isWritten: account.calendars.some(({ isWritten }) => isWritten) };
}

export async function action(args: ActionFunctionArgs) {
  const result = await attemptLogged(args, adminApi(args).calendars.disconnect());
  const toast = result.ok ? successToast("Account disconnected") : errorToast("Not disconnected", result.message);
  return redirectWithToast(args, calendarPath, toast);
}

export default function DisconnectPage() {
  const { host, isWritten } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Disconnect ${host}?`}
      cancelLabel="Keep it connected"
      back={calendarPath}
      action={`${calendarPath}/disconnect`}
      failure={{ title: "The account was not disconnected" }}
      confirmLabel="Disconnect"
      isDangerous
    >
      <p>
        Its calendars no longer take times away: what you have there can be booked over. The site forgets the password;
        revoke it in the account’s settings, too.
      </p>
      {isWritten && (
        <p>
          Sessions that are in your calendar stay there, and no longer move with the site. Delete them there if you
          don’t want them.
        </p>
      )}
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
