import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { grantForm } from "~/features/admin/orders/orders.server";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { adminApi, backFrom, requireAdmin } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { ChoiceField, TextField } from "~/ui/fields";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Grant free access");

const otherwise = "/admin/birth-purchases";

export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const collection = query.get("collection") === "stress" ? ("stress" as const) : ("birth" as const);
  return { collection, email: query.get("email") ?? "", back: backFrom(query, otherwise), formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, grantForm);
  if (submission.status !== "success") return refuse(submission);
  const call = api.purchases.grant(submission.value);
  const granted = await attemptLogged(args, call, "Failed to grant access. Please try again.");
  if (!granted.ok) return refuse(submission, { ...granted, errors: { email: [granted.message] } });
  const back = backFrom(new URL(args.request.url).searchParams, otherwise);
  const text = `${granted.value.name} can watch the collection now, and gets an email about it.`;
  return redirectWithToast(args, back, successToast("Access granted", text));
}

export default function GrantAccessPage() {
  const { collection, email, back, formKey } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  return (
    <ConfirmPage
      title="Grant free access"
      back={back}
      action={pathname + search}
      failure={{ title: "Error", text: "Failed to grant access. Please try again." }}
      confirmLabel="Grant access"
      toast={refused?.toast}
    >
      <p>Gives a member free lifetime access to every recording in a collection, and emails them.</p>
      <ChoiceField
        legend="Collection"
        name="collection"
        chosen={typedIn(refused, "collection") ?? collection}
        options={[
          { value: "birth", label: "Birth recordings" },
          { value: "stress", label: "Stress and sleep recordings" },
        ]}
      />
      <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
      <TextField
        label="The member’s email"
        id="email"
        name="email"
        type="email"
        autoComplete="off"
        required
        defaultValue={typedIn(refused, "email") ?? email}
        error={refused?.reply.error?.email?.[0]}
      />
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
