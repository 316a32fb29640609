import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useParams } from "@remix-run/react";
import { addressForm, apiFor, attemptOrSay, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { BackLink, PageHead } from "~/ui/page-head";
import { TextField } from "~/ui/form-fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast-notice";
import { readForm, refuse } from "~/server/form.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useToast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = ({ matches }) => privateMeta("Correct address", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const bookingId = args.params.bookingId ?? "";
  const booking = await load(apiFor(args).bookings.attendees.getAddressForm({ bookingId }));
  if (booking.sessionId !== args.params.id) throw new Response("Attendee not found", { status: 404 });
  return booking;
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = await readForm(args.request, addressForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const { correctAddress } = apiFor(args).bookings.attendees;
  const call = correctAddress({ ...submission.value, bookingId: args.params.bookingId ?? "" });
  const corrected = await attemptOrSay(args, call, "Failed to correct the address. Please try again.");
  if (!corrected.ok) {
    return refuse(submission, { ...corrected, toast: { kind: "error", title: "Error", text: corrected.message } });
  }
  const { sent } = corrected.value;
  const text = sent === 1 ? "1 mail is being sent again." : `${sent} mails are being sent again.`;
  const toast = { kind: "success" as const, title: "Address corrected", text };
  return redirectWithToast(args.context, `/admin/sessions/${args.params.id}/attendees`, toast);
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
      <PostForm {...getFormProps(form)} className="confirm card" action={path} isBusy={isBusy} aria-label="Address">
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <TextField
          label="Email"
          field={fields.email}
          type="email"
          autoComplete="off"
          required
          hint="The booking gets this address, and its confirmation and what did not arrive are sent there."
        />
        <div className="confirm__act">
          <Link className="btn btn--quiet" to={back}>
            Cancel
          </Link>
          <SubmitButton isBusy={isBusy}>Correct and send again</SubmitButton>
        </div>
      </PostForm>
    </>
  );
}

export function ErrorBoundary() {
  const { id } = useParams();
  return <AdminErrorScreen back={{ label: "Back to the attendees", to: `/admin/sessions/${id}/attendees` }} />;
}
