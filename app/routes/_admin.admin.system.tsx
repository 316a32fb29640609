import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Finding } from "@server/office/doctor/finding";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ToggleFirstSteps } from "~/features/admin/overview/first-steps";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { systemForm } from "~/server/schemas.server";
import { Badge } from "~/ui/badge";
import { RowList } from "~/ui/list";
import { PageHead, RefreshLink } from "~/ui/page-head";
import { PostForm, SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/system";

export const meta = privateMeta("System");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const [findings, { state }] = await Promise.all([load(api.system.check()), load(api.system.firstSteps())]);
  return { findings, areStepsHidden: state === "dismissed", formKey: crypto.randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, systemForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const { intent, formKey } = submission.value;
  if (intent !== "test-mail") {
    const change = api.system.dismissFirstSteps({ isDismissed: intent === "hide" });
    const changed = await attemptLogged(args, change);
    const done =
      intent === "hide" ? "The first steps are hidden. System shows them again" : "The first steps are shown";
    const toast = changed.ok ? successToast(done) : errorToast("Failed to change the first steps", changed.message);
    return redirectWithToast(args, "/admin", toast);
  }
  const sent = await attemptLogged(args, api.system.sendTestMail({ formKey }));
  return redirectWithToast(
    args,
    path,
    sent.ok ? successToast("The test mail is on its way") : errorToast("Failed to send the test mail", sent.message),
  );
}

const states = {
  fine: { tone: "green", label: "Fine" },
  warning: { tone: "yellow", label: "Look at this" },
  fault: { tone: "red", label: "Wrong" },
} as const;

function summaryOf(findings: Finding[]): string {
  const count = (wanted: Finding["state"]) => findings.filter(({ state }) => state === wanted).length;
  const [faults, warnings] = [count("fault"), count("warning")];
  if (faults + warnings === 0) return "Everything is fine.";
  return `${faults} wrong, ${warnings} to look at, ${count("fine")} fine.`;
}

export default function SystemPage() {
  const { findings, areStepsHidden, formKey } = useLoaderData<typeof loader>();
  const isBusy = useIsPosting(path);
  return (
    <>
      <PageHead title="System" lede={summaryOf(findings)}>
        <RefreshLink />
      </PageHead>
      <RowList>
        {findings.map((finding) => (
          <FindingRow key={finding.name} finding={finding} />
        ))}
      </RowList>
      <PostForm className="mt-6" action={path} isBusy={isBusy} failure={{ title: "Failed to send the test mail" }}>
        <input type="hidden" name="formKey" value={formKey} />
        <SubmitButton isBusy={isBusy}>Send a test mail</SubmitButton>
      </PostForm>
      {areStepsHidden && <ToggleFirstSteps intent="show" formKey={formKey} label="Show the first steps again" />}
    </>
  );
}

function FindingRow({ finding: { name, state, what, todo } }: { finding: Finding }) {
  const { tone, label } = states[state];
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-[1_1_16rem]">
        <h2 className="text-subtitle">{name}</h2>
        <p className="wrap-anywhere text-ink-soft">{what}</p>
        {todo && <p className="mt-1 wrap-anywhere">{todo}</p>}
      </div>
      <Badge tone={tone}>{label}</Badge>
    </li>
  );
}

export { AdminErrorScreen as ErrorBoundary };
