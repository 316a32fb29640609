import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { apiFor, attemptOrSay, load, newSessionForm } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { BackLink, PageHead } from "~/ui/page-head";
import { type Series, SeriesFields, SessionForm } from "~/features/admin/sessions/session-form";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { startsInPast } from "~/features/admin/sessions/session-fields";
import { useToast, type Toast } from "~/lib/toast";
import { readSessionForm, refuseSession, showSeries } from "~/features/admin/sessions/session-form.server";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

const list = "/admin/sessions";
const path = `${list}/new`;

export const meta: MetaFunction = ({ matches }) => privateMeta("Create New Session", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return load(apiFor(args).schedule.admin.getNewForm());
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const { submission, refused } = await readSessionForm(args, newSessionForm);
  if (refused || submission.status !== "success") return refused!;
  const created = await attemptOrSay(
    args,
    apiFor(args).schedule.admin.create(submission.value),
    "Failed to save session",
  );
  if (!created.ok) return refuseSession(submission, created);
  if (created.value.outcome === "preview") return showSeries(submission, created.value);
  const { id, count, hasBegun } = created.value;
  const title = count === 1 ? "Session created" : `${count} sessions created`;
  const toast: Toast = { kind: "success", title, ...(hasBegun && { text: startsInPast }) };
  return redirectWithToast(args.context, count === 1 ? `${list}/${id}` : list, toast);
}

const defaults = {
  durationMinutes: "60",
  price: "0",
  priceCurrency: "GBP",
  locationType: "online",
  isPublished: "on",
  repeat: "once",
};

type Answer = RefusedForm & { series?: Series };

export default function NewSessionPage() {
  const { formKey, categories, timeZone: timeZoneNow } = useLoaderData<typeof loader>();
  // What has been typed by one zone's clocks is not to be read by another's.
  const [timeZone] = useState(timeZoneNow);
  const answer: Answer | undefined = useFormAnswer<typeof action>();
  const series = answer?.series ?? null;
  const key = answer?.reply.initialValue?.formKey;
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
        <input type="hidden" name="formKey" value={typeof key === "string" ? key : formKey} />
      </SessionForm>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
