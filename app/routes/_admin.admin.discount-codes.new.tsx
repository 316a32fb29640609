import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { CodeDialog } from "~/features/admin/codes/code-dialog";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { adminApi, requireAdmin } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { newCodeForm } from "~/server/schemas.server";
import { codesPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

export const meta = privateMeta("Create Code");

/** A field named `code` would otherwise count as a secret. */
const shown = ["code"];

export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return { formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, newCodeForm);
  if (submission.status !== "success") return refuse(submission, { status: 422, shown });
  const made = await attemptLogged(args, api.discounts.create(submission.value));
  if (!made.ok) return refuse(submission, { ...made, ...refusal(made), shown });
  const text = `You can now share ${made.value.code}.`;
  return redirectWithToast(
    args,
    codesPath + new URL(args.request.url).search,
    successToast("Discount code created", text),
  );
}

function refusal({ field, message }: { field: string | undefined; message: string }) {
  if (field) return { errors: { [field]: [message] } };
  return { toast: errorToast("Failed to save the discount code", message) };
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
