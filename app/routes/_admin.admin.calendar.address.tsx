import { randomUUID } from "node:crypto";
import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { calendarPath } from "~/features/admin/admin-paths";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { newAddressForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/fields";
import { BackLink, PageHead } from "~/ui/page-head";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add a secret address");

const path = `${calendarPath}/address`;

export function loader(args: LoaderFunctionArgs) {
  adminApi(args);
  return { formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const { calendars } = adminApi(args);
  const submission = await readForm(args.request, newAddressForm);
  if (submission.status !== "success") return refuse(submission);
  const added = await attemptLogged(args, calendars.addAddress(submission.value));
  if (!added.ok) return refuseCall(submission, added, "Not added");
  return redirectWithToast(args, calendarPath, successToast("Calendar added", "What was found is in the list."));
}

export default function AddAddressPage() {
  const { formKey } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const [form, fields] = useForm<{ name: string; address: string }>({ id: "address", lastResult: refused?.reply });
  const isBusy = useIsPosting(path);
  useToast(refused);
  return (
    <>
      <BackLink to={calendarPath}>Your calendar</BackLink>
      <PageHead
        title="Add a secret address"
        lede="The site reads the calendar at once and says what it found. The address is stored encrypted and not shown again."
      />
      <PostForm
        {...getFormProps(form)}
        className="grid max-w-176 gap-4.5"
        action={path}
        isBusy={isBusy}
        failure={{ title: "The calendar was not added" }}
      >
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
        <TextField
          label="Name"
          field={fields.name}
          autoComplete="off"
          required
          hint="By which you know it, such as Home."
        />
        <TextField
          label="Secret address"
          field={fields.address}
          autoComplete="off"
          spellCheck={false}
          required
          hint="Begins with https: or webcal: and mostly ends with .ics."
        />
        <dl className="grid gap-2 text-small text-ink-soft">
          <Where service="Google Calendar">
            Settings, then your calendar, then “Secret address in iCal format”. On a computer.
          </Where>
          <Where service="Outlook">Settings, Shared calendars, Publish a calendar. Copy the ICS link.</Where>
          <Where service="iCloud">
            Share the calendar, tick Public calendar, copy the link. Everyone who knows it can read the calendar: an
            account with an app password is better.
          </Where>
        </dl>
        <div className="mt-2 flex flex-wrap gap-3">
          <SubmitButton isBusy={isBusy}>Read and add it</SubmitButton>
          <ButtonLink kind="quiet" to={calendarPath}>
            Cancel
          </ButtonLink>
        </div>
      </PostForm>
    </>
  );
}

const Where = ({ service, children }: { service: string; children: string | string[] }) => (
  <div>
    <dt className="inline font-semibold">{service}: </dt>
    <dd className="inline">{children}</dd>
  </div>
);

export { AdminErrorScreen as ErrorBoundary };
