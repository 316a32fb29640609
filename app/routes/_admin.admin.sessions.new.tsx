import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { savedNote } from "~/features/admin/sessions/session-fields";
import { AgreePrice, type CheckedForm } from "~/features/admin/sessions/agree-change";
import { type Series, SeriesFields, SessionForm } from "~/features/admin/sessions/session-form";
import { readPictureForm } from "~/features/admin/picture-form.server";
import { askAgain, refuseSession } from "~/features/admin/sessions/session-form.server";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { newSessionForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

const list = "/admin/sessions";
const path = `${list}/new`;

export const meta = privateMeta("Create New Session");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return load(api.sessions.getNewForm());
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const form = await readPictureForm(args, newSessionForm);
  if (!form.ok) return form.refused;
  const { submission } = form;
  const created = await attemptLogged(args, api.sessions.create(submission.value), "Failed to save session");
  if (!created.ok) return refuseSession(submission, created);
  if (created.value.outcome === "preview") return askAgain(submission, { series: created.value });
  if (created.value.outcome === "check") return askAgain(submission, { price: created.value });
  const { id, count, hasBegun } = created.value;
  const title = count === 1 ? "Session created" : `${count} sessions created`;
  const toast = successToast(title, savedNote(submission.value, hasBegun));
  return redirectWithToast(args, count === 1 ? `${list}/${id}` : list, toast);
}

const defaults = {
  durationMinutes: "60",
  pricing: "one",
  price: "0",
  priceCurrency: "GBP",
  locationType: "online",
  isPublished: "on",
  repeat: "once",
};

type Answer = CheckedForm & { series?: Series };

export default function NewSessionPage() {
  const { formKey, categories, timeZone: timeZoneNow } = useLoaderData<typeof loader>();
  // Times typed in one zone must not be read in another.
  const [timeZone] = useState(timeZoneNow);
  const answer: Answer | undefined = useFormAnswer<typeof action>();
  const series = answer?.series ?? null;
  useToast(answer);
  return (
    <>
      <BackLink to={list}>Sessions</BackLink>
      <PageHead title="Create New Session" />
      <SessionForm
        action={path}
        isBusy={useIsPosting(path)}
        values={defaults}
        categories={categories}
        timeZone={timeZone}
        image={null}
        refused={answer}
        submit={series ? `Create ${series.dates.length} sessions` : "Create session"}
        back={list}
        end={(fields) => <SeriesFields fields={fields} series={series} />}
      >
        <input type="hidden" name="formKey" value={typedIn(answer, "formKey") ?? formKey} />
        <AgreePrice answer={answer} />
      </SessionForm>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
