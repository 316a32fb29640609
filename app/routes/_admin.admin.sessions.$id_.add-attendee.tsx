import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useParams } from "@remix-run/react";
import { apiFor, attemptOrSay, attendeeForm, load } from "~/server/api.server";
import { TextAreaField, TextField } from "~/ui/form-fields";
import { BackLink, PageHead } from "~/ui/page-head";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { Choice } from "~/features/admin/sessions/session-form-parts";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast-notice";
import { readForm, refuse } from "~/server/form.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { useToast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = ({ matches }) => privateMeta("Add attendee", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return load(apiFor(args).bookings.attendees.getForm({ sessionId: args.params.id ?? "" }));
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const sessionId = args.params.id ?? "";
  const submission = await readForm(args.request, attendeeForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const failure = "Failed to add the attendee. Please try again.";
  const { add } = apiFor(args).bookings.attendees;
  const added = await attemptOrSay(args, add({ ...submission.value, sessionId }), failure);
  if (!added.ok) return refuse(submission, { ...added, toast: { kind: "error", title: "Error", text: added.message } });
  const toast = { kind: "success" as const, title: "Attendee added", text: "The confirmation is on its way." };
  return redirectWithToast(args.context, `/admin/sessions/${sessionId}/attendees`, toast);
}

type Fields = Partial<Record<"firstName" | "lastName" | "email" | "payment" | "attendeeNote", string>>;

export default function AddAttendeePage() {
  const { title, price, free, formKey } = useLoaderData<typeof loader>();
  const refused: RefusedForm | undefined = useFormAnswer<typeof action>();
  const { id } = useParams();
  const back = `/admin/sessions/${id}/attendees`;
  const path = `/admin/sessions/${id}/add-attendee`;
  const isBusy = useIsPosting(path);
  const [form, fields] = useForm<Fields>({
    id: "attendee",
    lastResult: refused?.reply,
    defaultValue: { payment: price ? "door" : "free" },
  });
  const key = refused?.reply.initialValue?.formKey;
  useToast(refused);
  return (
    <>
      <BackLink to={back}>Attendees</BackLink>
      <PageHead title="Add attendee" lede={`${title}. ${placesText(free)} A confirmation is mailed at once.`} />
      <PostForm
        {...getFormProps(form)}
        className="confirm card"
        action={path}
        isBusy={isBusy}
        failure={{ title: "Error", text: "Failed to add the attendee. Please try again." }}
        aria-label="Attendee"
      >
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <input type="hidden" name="formKey" value={typeof key === "string" ? key : formKey} />
        <div className="fields fields--2">
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
        <fieldset>
          <legend>Payment</legend>
          {price && <Choice field={fields.payment} value="door" label={`${price} at the door`} />}
          <Choice field={fields.payment} value="free" label="Free of charge" />
        </fieldset>
        <TextAreaField label="Your note (optional)" field={fields.attendeeNote} rows={2} hint="Nobody else sees it." />
        <div className="confirm__act">
          <Link className="btn btn--quiet" to={back}>
            Cancel
          </Link>
          <SubmitButton isBusy={isBusy}>Add attendee</SubmitButton>
        </div>
      </PostForm>
    </>
  );
}

function placesText(free: number | null): string {
  if (free === null) return "There is no limit of places.";
  return free === 1 ? "1 place is free." : `${free} places are free.`;
}

export { SessionErrorScreen as ErrorBoundary };
