import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ordersPath } from "~/features/admin/admin-paths";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { grantForm } from "~/features/admin/orders/orders.server";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi, backFrom } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { FieldFrame, selectStyle } from "~/ui/field-frame";
import { TextField } from "~/ui/fields";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Grant free access");

export async function loader(args: LoaderFunctionArgs) {
  const { purchases, products } = adminApi(args);
  const [items, [first]] = await Promise.all([load(purchases.listGrantable()), load(products.listCollectionPages())]);
  const query = new URL(args.request.url).searchParams;
  const chosen = { item: query.get("item") ?? first?.slug ?? "", email: query.get("email") ?? "" };
  return { items, chosen, back: backFrom(query, first?.buyers.path ?? ordersPath), formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, grantForm);
  if (submission.status !== "success") return refuse(submission);
  const call = api.purchases.grant(submission.value);
  const granted = await attemptLogged(args, call, "Failed to grant access. Please try again.");
  if (!granted.ok) return refuse(submission, { ...granted, errors: { email: [granted.message] } });
  const [first] = await load(api.products.listCollectionPages());
  const back = backFrom(new URL(args.request.url).searchParams, first?.buyers.path ?? ordersPath);
  const { name, use } = granted.value;
  const text = `${name} can ${use} now, and gets an email about it.`;
  return redirectWithToast(args, back, successToast("Access granted", text));
}

export default function GrantAccessPage() {
  const { items, chosen, back, formKey } = useLoaderData<typeof loader>();
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
      <p>
        Gives a member free lifetime access to every recording in a collection, or to a learning resource, and emails
        them.
      </p>
      <FieldFrame label="What they get" id="item" error={refused?.reply.error?.item?.[0]}>
        {(described) => (
          <select
            id="item"
            name="item"
            className={selectStyle}
            defaultValue={typedIn(refused, "item") ?? chosen.item}
            {...described}
          >
            <Options label="Recordings" items={items.collections} />
            <Options label="Learning resources" items={items.resources} />
          </select>
        )}
      </FieldFrame>
      <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
      <TextField
        label="The member’s email"
        id="email"
        name="email"
        type="email"
        autoComplete="off"
        required
        defaultValue={typedIn(refused, "email") ?? chosen.email}
        error={refused?.reply.error?.email?.[0]}
      />
    </ConfirmPage>
  );
}

type OptionsProps = { label: string; items: { key: string; title: string }[] };

function Options({ label, items }: OptionsProps) {
  if (items.length === 0) return null;
  return (
    <optgroup label={label}>
      {items.map(({ key, title }) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </optgroup>
  );
}

export { AdminErrorScreen as ErrorBoundary };
