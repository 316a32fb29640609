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
import { readFields } from "~/server/form.server";
import { Check, ChoiceGroup } from "~/ui/check";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Disconnect the account");

export async function loader(args: LoaderFunctionArgs) {
  const { account } = await load(adminApi(args).calendars.list());
  if (!account) throw redirect(calendarPath);
  return { host: account.host, isWritten: account.calendars.some(({ isWritten }) => isWritten) };
}

export async function action(args: ActionFunctionArgs) {
  const fields = await readFields(args.request);
  const removesSessions = fields.get("sessions") === "remove";
  const result = await attemptLogged(args, adminApi(args).calendars.disconnect({ removesSessions }));
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
        <ChoiceGroup legend="Sessions that are in your calendar">
          <Check
            type="radio"
            name="sessions"
            value="keep"
            id="sessions-keep"
            label="Stay there, and no longer move with the site"
            defaultChecked
          />
          <Check
            type="radio"
            name="sessions"
            value="remove"
            id="sessions-remove"
            label="Are removed, within minutes; only then the password is forgotten"
          />
        </ChoiceGroup>
      )}
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
