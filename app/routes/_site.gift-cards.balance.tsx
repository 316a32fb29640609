import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { GiftSheet } from "~/features/gift-cards/gift-sheet";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { pageMeta, pageTitle, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { balanceForm } from "~/server/schemas.server";
import { FormActions, FormCard } from "~/ui/card";
import { TextField } from "~/ui/fields";
import { TextLink } from "~/ui/link";
import { BackLink } from "~/ui/page-head";
import { SubmitButton } from "~/ui/post-form";
import { Lede } from "~/ui/text";
import { ToastNotice } from "~/ui/toast/toast";

const title = "What Is Left on a Gift Card";
const lede = "Enter the code to see what is left, until when it is valid, and to print it.";

export const meta: MetaFunction = ({ matches }) => {
  const site = siteOf(matches);
  return pageMeta({ title: pageTitle(title, site), description: lede, path: "/gift-cards/balance" }, site);
};

/** Fills the form with the code of a mailed link. */
export const loader = ({ request }: LoaderFunctionArgs) => ({
  code: new URL(request.url).searchParams.get("code")?.slice(0, 60) ?? "",
});

export async function action(args: ActionFunctionArgs) {
  const submission = await readForm(args.request, balanceForm);
  if (submission.status !== "success") return refuse(submission);
  const found = await attemptLogged(args, apiFor(args).giftCards.readBalance(submission.value));
  if (!found.ok) return refuseCall(submission, found, "Not found");
  return data({ card: found.value, reply: submission.reply(), toast: null });
}

export default function BalancePage() {
  const answer = useFormAnswer<typeof action>();
  const address = "/gift-cards/balance";
  const isBusy = useIsPosting(address);
  const { code } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ giftCode: string }>({
    id: "balance",
    lastResult: answer?.reply,
    defaultValue: { giftCode: code },
  });
  const card = answer && "card" in answer ? answer.card : null;
  useToast(answer);
  return (
    <div className="page-width grid gap-7 pt-2">
      <BackLink to="/gift-cards" className="print:hidden">
        Gift Cards
      </BackLink>
      <div className="grid gap-3 print:hidden">
        <h1 className="text-display">{title}</h1>
        <Lede>{lede}</Lede>
      </div>
      <div className="print:hidden">
        <FormCard {...getFormProps(form)} action={address} isBusy={isBusy} failure={{ title: "Not found" }}>
          {answer?.toast && <ToastNotice toast={answer.toast} />}
          <TextField
            label="Code"
            field={fields.giftCode}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint="Letters and digits, in groups. Small letters and spaces are fine."
            takesFocus={Boolean(fields.giftCode.errors)}
          />
          <FormActions>
            <SubmitButton isBusy={isBusy}>See what is left</SubmitButton>
          </FormActions>
        </FormCard>
      </div>
      {card && (
        <div role="status" className="grid gap-4">
          <GiftSheet {...card} amount={null} recipient={null} until={null} />
          <WhatItBuys pass={card.pass} />
        </div>
      )}
    </div>
  );
}

/** Lists what the code can pay for, the pass that is meant first. */
const WhatItBuys = ({ pass }: { pass: { title: string; path: string } | null }) => (
  <section className="grid gap-2 print:hidden" aria-labelledby="what-it-buys">
    <h2 id="what-it-buys" className="text-title">
      What it can pay for
    </h2>
    <ul className="grid gap-1">
      {[...(pass ? [pass] : []), ...everything].map(({ title: name, path }) => (
        <li key={path}>
          <TextLink to={path}>{name}</TextLink>
        </li>
      ))}
    </ul>
  </section>
);

const everything = [
  { title: "Sessions", path: "/" },
  { title: "Passes", path: "/passes" },
  { title: "Recordings and resources", path: "/resources" },
];

export { ErrorScreen as ErrorBoundary };
