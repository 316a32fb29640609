import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { FormActions, FormCard } from "~/ui/card";
import { conflictKey, FormVersion } from "~/features/admin/form-version";
import { sessionFieldLabels } from "~/features/admin/sessions/session-form-parts";
import { refuseSession } from "~/features/admin/sessions/session-form.server";
import { conflictOf, tickLabel } from "~/lib/forms/conflict";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { recordingForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { CheckField, TextField } from "~/ui/fields";
import { BackLink, PageHead } from "~/ui/page-head";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Recording");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const session = await load(api.sessions.get({ id: idOf(args) }));
  const { id, title, recordingUrl, isRecordingPublic, recordingVersion: version, hasEnded, counts } = session;
  return { id, title, recordingUrl, isRecordingPublic, version, hasEnded, booked: counts.booked };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const id = idOf(args);
  const submission = await readForm(args.request, recordingForm);
  if (submission.status !== "success") return refuse(submission);
  const { attachRecording, get } = api.sessions;
  const saved = await attemptLogged(args, attachRecording({ ...submission.value, id }), "Failed to save session");
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { recordingUrl, isRecordingPublic, recordingVersion: version } = await load(get({ id }));
    const conflict = conflictOf(labels, { version, values: { recordingUrl, isRecordingPublic } }, submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  if (!saved.ok) return refuseSession(submission, saved);
  const text = submission.value.tell ? "Everyone who was booked gets one email." : "No emails were sent.";
  return redirectWithToast(args, `/admin/sessions/${id}`, successToast("Recording saved", text));
}

const labels = {
  recordingUrl: sessionFieldLabels.recordingUrl,
  isRecordingPublic: tickLabel(sessionFieldLabels.isRecordingPublic),
};

type Fields = Partial<Record<"recordingUrl" | "isRecordingPublic" | "tell", string>>;

export default function RecordingPage() {
  const session = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  return (
    <>
      <BackLink to={`/admin/sessions/${session.id}`}>{session.title}</BackLink>
      <PageHead title="Recording" lede={session.title} />
      <RecordingForm key={conflictKey(refused)} session={session} refused={refused} />
    </>
  );
}

type RecordingFormProps = {
  session: ReturnType<typeof useLoaderData<typeof loader>>;
  refused: RefusedForm | undefined;
};

function RecordingForm({ session, refused }: RecordingFormProps) {
  const { id, recordingUrl, isRecordingPublic, version, hasEnded, booked } = session;
  const path = `/admin/sessions/${id}/recording`;
  const isBusy = useIsPosting(path);
  const values = { recordingUrl: recordingUrl ?? "", isRecordingPublic: isRecordingPublic ? "on" : "" };
  const [form, fields] = useForm<Fields>({
    id: "recording",
    lastResult: refused?.reply,
    defaultValue: { ...values, tell: hasEnded && booked > 0 ? "on" : "" },
  });
  return (
    <FormCard
      {...getFormProps(form)}
      action={path}
      isBusy={isBusy}
      failure={{ title: "Error", text: "Failed to save session" }}
      aria-label="Recording"
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <FormVersion version={version} values={values} refused={refused} what="the recording" again={path} />
      <TextField label="Recording link" field={fields.recordingUrl} type="url" />
      <CheckField
        label="The recording is public"
        field={fields.isRecordingPublic}
        hint="Otherwise only attendees can watch it."
      />
      {hasEnded && booked > 0 && (
        <CheckField
          label={`Tell the ${booked} who were booked`}
          field={fields.tell}
          hint="People who have already been told are not told again."
        />
      )}
      <FormActions>
        <ButtonLink kind="quiet" to={`/admin/sessions/${id}`}>
          Cancel
        </ButtonLink>
        <SubmitButton isBusy={isBusy}>Save recording</SubmitButton>
      </FormActions>
    </FormCard>
  );
}

export { SessionErrorScreen as ErrorBoundary };
