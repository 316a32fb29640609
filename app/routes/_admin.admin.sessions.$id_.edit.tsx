import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { SessionField } from "@server/office/managing/session-values";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { conflictKey, FormVersion } from "~/features/admin/form-version";
import { savedNote, sessionFieldText } from "~/features/admin/sessions/session-fields";
import { sessionFieldLabels } from "~/features/admin/sessions/session-form-parts";
import { AgreeChange, agreeLabel, type SeenChange } from "~/features/admin/sessions/agree-change";
import { SessionForm } from "~/features/admin/sessions/session-form";
import { readPictureForm } from "~/features/admin/picture-form.server";
import { askAgain, refuseSession } from "~/features/admin/sessions/session-form.server";
import { conflictOf } from "~/lib/forms/conflict";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { refuse } from "~/server/form.server";
import { editedSessionForm } from "~/server/schemas.server";
import { Notice } from "~/ui/notice";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Session");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return load(api.sessions.getForm({ id: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const id = idOf(args);
  const form = await readPictureForm(args, editedSessionForm);
  if (!form.ok) return form.refused;
  const { submission } = form;
  const { edit } = api.sessions;
  const saved = await attemptLogged(args, edit({ ...submission.value, id }), "Failed to save session");
  if (saved.ok) {
    const { value } = saved;
    if (value.outcome === "preview") return askAgain(submission, { change: value });
    const text = savedNote(submission.value, value.isMovedIntoPast);
    return redirectWithToast(args, `/admin/sessions/${id}`, successToast("Session saved", text));
  }
  if (saved.code !== "changed_meanwhile") return refuseSession(submission, saved);
  const conflict = await conflictIn(args, id, submission.value.version, submission.payload);
  return refuse(submission, { ...saved, conflict });
}

async function conflictIn(args: ActionFunctionArgs, id: string, since: string, typed: Record<string, unknown>) {
  const { version, values, changes } = await load(apiFor(args).sessions.getForm({ id, since }));
  const conflict = conflictOf(sessionLabels, { version, values, ...changes }, typed);
  if (changes?.fields.includes("image")) {
    const image = typed.imageId ? "Your picture" : typed.removeImage ? "None" : null;
    const { image: label } = sessionFieldLabels;
    conflict.notice.fields.push({ label, saved: "Another picture, or none", typed: image });
  }
  return conflict;
}

const sessionLabels = Object.fromEntries(
  Object.entries(sessionFieldLabels)
    .filter(([name]) => name !== "image")
    .map(([name, label]) => [name, { label, text: (value: string) => sessionFieldText(name as SessionField, value) }]),
);

type Answer = RefusedForm & { change?: SeenChange };

export default function EditSessionPage() {
  const now = useLoaderData<typeof loader>();
  // Kept from the first render: data that is reloaded while the user types is not what they started from.
  const [opened] = useState(now);
  const refused: Answer | undefined = useFormAnswer<typeof action>();
  const change = refused?.change ?? null;
  const isDraft = !now.values.isPublished;
  const path = `/admin/sessions/${opened.id}/edit`;
  useToast(refused);
  return (
    <>
      <BackLink to={`/admin/sessions/${opened.id}`}>{opened.title}</BackLink>
      <PageHead title="Edit Session" />
      <SessionForm
        key={conflictKey(refused)}
        action={path}
        isBusy={useIsPosting(path)}
        values={opened.values}
        categories={opened.categories}
        timeZone={opened.timeZone}
        image={now.image}
        refused={refused}
        isDraft={isDraft}
        submit={isDraft ? "Save and publish" : change ? agreeLabel(change) : "Save session"}
        back={`/admin/sessions/${opened.id}`}
      >
        <FormVersion
          version={opened.version}
          values={opened.values}
          refused={refused}
          what="this session"
          again={path}
        />
        {change && <AgreeChange change={change} />}
        {isDraft && (
          <Notice kind="warning" isAnnounced={false}>
            This is a draft. It is hidden and can’t be booked until you publish it.
          </Notice>
        )}
        {now.isCancelled && (
          <Notice kind="warning">
            This session is cancelled and can’t be booked. Your changes only affect its page and your books.
          </Notice>
        )}
        <BookedPlaces places={now.places} />
      </SessionForm>
    </>
  );
}

function BookedPlaces({ places: { booked, taken } }: { places: { booked: number; taken: number } }) {
  if (taken === 0) return null;
  return (
    <Notice kind="information">
      {taken === 1 ? "1 place is" : `${taken} places are`} taken.{" "}
      {booked > 0 &&
        "If you change the time, place or joining link, everyone booked gets an email when you save. You confirm a new time, place or price first."}
    </Notice>
  );
}

export { SessionErrorScreen as ErrorBoundary };
