import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { FormActions, FormCard } from "~/ui/card";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { addressForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/fields";
import { BackLink, PageHead } from "~/ui/page-head";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Correct address");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const bookingId = idOf(args, "bookingId");
  const booking = await load(api.bookings.attendees.getAddressForm({ bookingId }));
  if (booking.sessionId !== args.params.id) throw new Response("Attendee not found", { status: 404 });
  return booking;
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, addressForm);
  if (submission.status !== "success") return refuse(submission);
  const { correctAddress } = api.bookings.attendees;
  const call = correctAddress({ ...submission.value, bookingId: idOf(args, "bookingId") });
  const corrected = await attemptLogged(args, call, "Failed to correct the address. Please try again.");
  if (!corrected.ok) return refuseCall(submission, corrected, "Error");
  const { sent } = corrected.value;
  const text = sent === 1 ? "1 email is being sent again." : `${sent} emails are being sent again.`;
  const toast = successToast("Address corrected", text);
  return redirectWithToast(args, `/admin/sessions/${idOf(args)}/attendees`, toast);
}

export default function CorrectAddressPage() {
  const { name, email, title, reference, problem } = useLoaderData<typeof loader>();
  const refused: RefusedForm | undefined = useActionData<typeof action>();
  const { id, bookingId } = useParams();
  const back = `/admin/sessions/${id}/attendees`;
  const path = `${back}/${bookingId}/address`;
  const isBusy = useIsPosting(path);
  const [form, fields] = useForm<{ email?: string }>({
    id: "address",
    lastResult: refused?.reply,
    defaultValue: { email },
  });
  useToast(refused);
  return (
    <>
      <BackLink to={back}>Attendees</BackLink>
      <PageHead title="Correct address" lede={`${name}, ${reference}: ${title}. ${problem ? `${problem}.` : ""}`} />
      <FormCard {...getFormProps(form)} action={path} isBusy={isBusy} aria-label="Address">
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <TextField
          label="Email"
          field={fields.email}
          type="email"
          autoComplete="off"
          required
          hint="The booking is changed to this address. Its confirmation and any emails that did not arrive are sent there."
        />
        <FormActions>
          <ButtonLink kind="quiet" to={back}>
            Cancel
          </ButtonLink>
          <SubmitButton isBusy={isBusy}>Correct and send again</SubmitButton>
        </FormActions>
      </FormCard>
    </>
  );
}

export function ErrorBoundary() {
  const { id } = useParams();
  return <AdminErrorScreen back={{ label: "Back to the attendees", to: `/admin/sessions/${id}/attendees` }} />;
}
