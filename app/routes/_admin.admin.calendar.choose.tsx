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
import { ChoiceField } from "~/ui/fields";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Choose calendars");

const path = `${calendarPath}/choose`;
const readField = (id: string) => `read-${id}`;

export async function loader(args: LoaderFunctionArgs) {
  const { account } = await load(adminApi(args).calendars.list());
  if (!account) throw redirect(`${calendarPath}/account`);
  return { calendars: account.calendars };
}

export async function action(args: ActionFunctionArgs) {
  const { calendars } = adminApi(args);
  const fields = await readFields(args.request);
  const { account } = await load(calendars.list());
  const read = (account?.calendars ?? []).map(({ id }) => id).filter((id) => fields.has(readField(id)));
  const chosen = await attemptLogged(args, calendars.choose({ read, written: fields.get("written") || null }));
  return chosen.ok
    ? redirectWithToast(args, calendarPath, successToast("Calendars chosen"))
    : redirectWithToast(args, path, errorToast("Not saved", chosen.message));
}

export default function ChooseCalendarsPage() {
  const { calendars } = useLoaderData<typeof loader>();
  const written = calendars.find(({ isWritten }) => isWritten);
  return (
    <ConfirmPage
      title="Choose calendars"
      back={calendarPath}
      action={path}
      failure={{ title: "The calendars were not chosen" }}
      confirmLabel="Save"
    >
      <ChoiceGroup legend="You are busy when there is something in">
        {calendars.map(({ id, name, isRead }) => (
          <Check
            key={id}
            type="checkbox"
            id={readField(id)}
            name={readField(id)}
            defaultChecked={isRead}
            label={name}
          />
        ))}
      </ChoiceGroup>
      <ChoiceField
        legend="Your sessions are written into"
        name="written"
        chosen={written?.id ?? ""}
        options={[
          { value: "", label: "No calendar", detail: "Sessions that were written already stay where they are." },
          ...calendars.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <p className="text-small text-ink-soft">
        What you change about a session in your calendar is undone: change it here. If you choose another calendar, all
        sessions ahead are written there, and those in the earlier one stay until you delete them.
      </p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
