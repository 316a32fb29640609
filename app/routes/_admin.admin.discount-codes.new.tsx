import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, newCodeForm } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { CodeDialog } from "~/features/admin/codes/code-form";
import { readForm, refuse } from "~/server/form.server";
import { codesPath } from "~/features/admin/library/library";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const handle = { isDialog: true };

export const meta: MetaFunction = ({ matches }) => privateMeta("Create Code", siteOf(matches));

/** This one is no secret. */
const shown = ["code"];

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return { formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = await readForm(args.request, newCodeForm);
  if (submission.status !== "success") return refuse(submission, { status: 422, shown });
  const made = await attemptOrSay(args, apiFor(args).discounts.create(submission.value), "Please try again.");
  if (!made.ok) return refuse(submission, { ...made, ...refusal(made), shown });
  const text = `${made.value.code} can be given away.`;
  return redirectWithToast(args.context, codesPath + new URL(args.request.url).search, {
    ...{ kind: "success", title: "Discount code created", text },
  });
}

function refusal({ field, message }: { field: string | undefined; message: string }) {
  if (field) return { errors: { [field]: [message] } };
  return { toast: { kind: "error" as const, title: "Failed to save the discount code", text: message } };
}

const empty = {
  code: "",
  type: "percentage" as const,
  percentage: "",
  amount: "",
  currency: "GBP" as const,
  isActive: true,
  isOneTimeUse: false,
  firstDay: "",
  lastDay: "",
  maxUses: "",
  uses: 0,
};

export default function NewCodeDialog() {
  const { formKey } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const typedKey = refused?.reply.initialValue?.formKey;
  return (
    <CodeDialog
      title="Create Code"
      code={empty}
      formKey={typeof typedKey === "string" ? typedKey : formKey}
      returnFocusTo="new-code"
      refused={refused}
    />
  );
}

export { AdminErrorScreen as ErrorBoundary };
