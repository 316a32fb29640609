import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { FormActions, FormCard } from "~/ui/card";
import { Choice } from "~/features/admin/price-parts";
import { typedIn, type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { attendeeForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { ChoiceGroup } from "~/ui/check";
import { TextAreaField, TextField } from "~/ui/fields";
import { BackLink, PageHead } from "~/ui/page-head";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add attendee");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return load(api.bookings.attendees.getForm({ sessionId: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const sessionId = idOf(args);
  const submission = await readForm(args.request, attendeeForm);
  if (submission.status !== "success") return refuse(submission);
  const failure = "Failed to add the attendee. Please try again.";
  const { add } = api.bookings.attendees;
  const added = await attemptLogged(args, add({ ...submission.value, sessionId }), failure);
  if (!added.ok) return refuseCall(submission, added, "Error");
  const toast = successToast("Attendee added", "The confirmation is on its way.");
  return redirectWithToast(args, `/admin/sessions/${sessionId}/attendees`, toast);
}

type Fields = Partial<Record<"firstName" | "lastName" | "email" | "payment" | "attendeeNote", string>>;

export default function AddAttendeePage() {
  const { title, price, laterBy, free, formKey } = useLoaderData<typeof loader>();
  const refused: RefusedForm | undefined = useFormAnswer<typeof action>();
  const { id } = useParams();
  const back = `/admin/sessions/${id}/attendees`;
  const path = `/admin/sessions/${id}/add-attendee`;
  const isBusy = useIsPosting(path);
  const [form, fields] = useForm<Fields>({
    id: "attendee",
    lastResult: refused?.reply,
    defaultValue: { payment: price ? laterBy : "free" },
  });
  useToast(refused);
  return (
    <>
      <BackLink to={back}>Attendees</BackLink>
      <PageHead title="Add attendee" lede={`${title}. ${placesText(free)} They get a confirmation email right away.`} />
      <FormCard
        {...getFormProps(form)}
        action={path}
        isBusy={isBusy}
        failure={{ title: "Error", text: "Failed to add the attendee. Please try again." }}
        aria-label="Attendee"
      >
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
        <div className="grid gap-4.5 md:grid-cols-[1fr_1fr]">
          <TextField label="First name" field={fields.firstName} autoComplete="off" required />
          <TextField label="Last name" field={fields.lastName} autoComplete="off" required />
          <TextField
            className="md:col-span-2"
            label="Email"
            field={fields.email}
            type="email"
            autoComplete="off"
            required
          />
        </div>
        <ChoiceGroup legend="Payment">
          {price && (
            <Choice
              field={fields.payment}
              value={laterBy}
              label={laterBy === "door" ? `${price} at the door` : `${price} by transfer to you`}
            />
          )}
          <Choice field={fields.payment} value="free" label="Free of charge" />
        </ChoiceGroup>
        <TextAreaField label="Your note (optional)" field={fields.attendeeNote} rows={2} hint="No one else sees it." />
        <FormActions>
          <ButtonLink kind="quiet" to={back}>
            Cancel
          </ButtonLink>
          <SubmitButton isBusy={isBusy}>Add attendee</SubmitButton>
        </FormActions>
      </FormCard>
    </>
  );
}

function placesText(free: number | null): string {
  if (free === null) return "Places are unlimited.";
  return free === 1 ? "1 place is free." : `${free} places are free.`;
}

export { SessionErrorScreen as ErrorBoundary };
