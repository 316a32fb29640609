import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { apiFor, attemptOrSay } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { Choice } from "~/ui/choice";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { Field } from "~/ui/field";
import { readForm, refuse } from "~/server/form.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { grantForm } from "~/features/admin/orders/orders.server";
import { backFrom, redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const meta: MetaFunction = ({ matches }) => privateMeta("Grant free access", siteOf(matches));

const otherwise = "/admin/birth-purchases";

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const collection = query.get("collection") === "stress" ? ("stress" as const) : ("birth" as const);
  return { collection, email: query.get("email") ?? "", back: backFrom(query, otherwise), formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = await readForm(args.request, grantForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const call = apiFor(args).purchases.grant(submission.value);
  const granted = await attemptOrSay(args, call, "Failed to grant access. Please try again.");
  if (!granted.ok) return refuse(submission, { ...granted, errors: { email: [granted.message] } });
  const back = backFrom(new URL(args.request.url).searchParams, otherwise);
  const text = `${granted.value.name} can watch the collection now, and is told by e-mail.`;
  return redirectWithToast(args.context, back, { kind: "success", title: "Access granted", text });
}

export default function GrantAccessPage() {
  const { collection, email, back, formKey } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const refused = useFormAnswer<typeof action>();
  const isBusy = useIsPosting(pathname + search);
  useToast(refused);
  const typed = (refused?.reply.initialValue ?? {}) as Partial<Record<"collection" | "email" | "formKey", string>>;
  return (
    <ConfirmPage
      title="Grant free access"
      back={back}
      action={pathname + search}
      isBusy={isBusy}
      failure={{ title: "Error", text: "Failed to grant access. Please try again." }}
      confirm="Grant access"
      toast={refused?.toast}
    >
      <p>A member watches every recording of a collection for nothing, for life, and is told so by e-mail.</p>
      <Choice
        legend="Collection"
        name="collection"
        chosen={typed.collection ?? collection}
        options={[
          { value: "birth", label: "Birth recordings" },
          { value: "stress", label: "Stress and sleep recordings" },
        ]}
      />
      <input type="hidden" name="formKey" value={typed.formKey ?? formKey} />
      <Field
        label="The member’s email"
        input={{
          id: "email",
          name: "email",
          type: "email",
          autoComplete: "off",
          required: true,
          defaultValue: typed.email ?? email,
        }}
        error={refused?.reply.error?.email?.[0]}
      />
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
