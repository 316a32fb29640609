import { getFormProps, useForm } from "@conform-to/react";
import type { WithdrawalPage } from "@server/payments/withdrawals/request-withdrawal";
import type { ConfirmedWithdrawal } from "@server/payments/withdrawals/schemas";
import { type ReactNode, useEffect, useRef } from "react";
import { firstWrong, type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useSite } from "~/lib/site";
import type { Toast } from "~/lib/toast";
import { Button, ButtonLink } from "~/ui/button";
import { cardFrame } from "~/ui/card";
import { Facts } from "~/ui/facts";
import { TextAreaField, TextField } from "~/ui/fields";
import { TextLink, textLinkStyle } from "~/ui/link";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { Lede } from "~/ui/text";
import { ToastNotice } from "~/ui/toast/toast";

const failure = { title: "Not sent", text: "Your withdrawal could not be sent. Please try again, or write to me." };

type WithdrawalFormProps = {
  page: WithdrawalPage;
  /** Of the order whose receipt led here. */
  reference: string | null;
  refused: RefusedForm | undefined;
  action: string;
};

/** Asks in the first of two steps who withdraws, and from what. */
export function WithdrawalForm({ page, reference, refused, action }: WithdrawalFormProps) {
  const { person, formKey } = page;
  const contract = reference ? `Reference ${reference}` : "";
  const [form, fields] = useForm<{ name: string; contract: string; email: string }>({
    id: "withdraw",
    lastResult: refused?.reply,
    defaultValue: { ...person, contract },
  });
  const isBusy = useIsPosting(action);
  const wrong = firstWrong([fields.name, fields.contract, fields.email]);
  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-display">Withdraw from a contract</h1>
        <Lede>For recordings and learning resources that you bought here. You need no account.</Lede>
      </div>
      <PostForm {...getFormProps(form)} action={action} isBusy={isBusy} failure={failure}>
        <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
        <div className="grid max-w-120 gap-4.5">
          {refused?.toast && <ToastNotice toast={refused.toast} />}
          <TextField label="Your name" field={fields.name} autoComplete="name" takesFocus={wrong === "name"} required />
          <TextAreaField
            label="What you bought"
            hint="The reference on your receipt, such as 7B0C3A52, or in your own words."
            field={fields.contract}
            rows={3}
          />
          <TextField
            label="Email"
            hint="The receipt of your withdrawal goes here. Please use the address with which you bought."
            field={fields.email}
            type="email"
            autoComplete="email"
            takesFocus={wrong === "email"}
            required
          />
          <div className="flex">
            <SubmitButton isBusy={isBusy}>Withdraw from contract here</SubmitButton>
          </div>
          <p className="text-small leading-small text-ink-soft">
            Nothing is sent before you confirm it on the next page.
          </p>
        </div>
      </PostForm>
      <SessionRule page={page} />
    </>
  );
}

type ConfirmWithdrawalProps = { typed: ConfirmedWithdrawal; toast: Toast | null; action: string };

/** Shows in the second step what will be sent. */
export function ConfirmWithdrawal({ typed, toast, action }: ConfirmWithdrawalProps) {
  const isBusy = useIsPosting(action);
  const { name, contract, email } = typed;
  return (
    <>
      <div className="grid gap-3">
        <StepTitle>Confirm your withdrawal</StepTitle>
        <Lede>This is what will be sent. You get a receipt with its content, date and time by email at once.</Lede>
      </div>
      {toast && <ToastNotice toast={toast} />}
      <div className={`${cardFrame} grid gap-5 pb-6`}>
        <p className="font-semibold">I withdraw from this contract.</p>
        <Facts
          facts={[
            { label: "What you bought", value: <span className="whitespace-pre-line">{contract}</span> },
            { label: "Your name", value: name },
            { label: "Email", value: email },
          ]}
        />
      </div>
      <PostForm action={action} isBusy={isBusy} failure={failure} className="flex flex-wrap gap-3">
        {Object.entries(typed).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <input type="hidden" name="intent" value="confirm" />
        <SubmitButton isBusy={isBusy}>Confirm withdrawal here</SubmitButton>
        <Button kind="quiet" type="submit" name="isChanging" value="on">
          Change something
        </Button>
      </PostForm>
    </>
  );
}

/** Takes the focus, as the page changes without a new address. */
function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h1 className="text-display outline-none" ref={title} tabIndex={-1}>
      {children}
    </h1>
  );
}

export function WithdrawalReceived({ received }: { received: { reference: string; receivedAt: string } }) {
  return (
    <div className="grid justify-items-start gap-4" role="status">
      <h1 className="text-display">Your withdrawal has arrived</h1>
      <Lede>The receipt is on its way to the address that you typed. I look at it and write to you.</Lede>
      <Facts
        facts={[
          { label: "Arrived", value: received.receivedAt },
          { label: "Reference", value: received.reference },
        ]}
      />
      <p className="text-ink-soft">
        No receipt after a few minutes? Look in the spam folder, or <ContactLink>write to me</ContactLink>.
      </p>
      <ButtonLink kind="quiet" to="/">
        See upcoming sessions
      </ButtonLink>
    </div>
  );
}

/** Says where no one may withdraw, why, and which rule applies instead. */
export function NoWithdrawal({ page }: { page: WithdrawalPage }) {
  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-display">Withdraw from a contract</h1>
        <Lede>
          {page.whyNot ?? "No recordings or learning resources are sold here, so there is nothing to withdraw from."}
        </Lede>
      </div>
      <SessionRule page={page} />
    </>
  );
}

function SessionRule({ page: { cancelling } }: { page: WithdrawalPage }) {
  return (
    <section className="grid gap-3 border-t border-line pt-6" aria-labelledby="sessions">
      <h2 className="text-title" id="sessions">
        You have booked a session?
      </h2>
      <p className="text-ink-soft">
        A session takes place on a date of its own, so it can be cancelled, but not withdrawn from.{" "}
        {cancelling.isOn ? (
          <>
            You can cancel free of charge {untilWhen(cancelling.hours)}, with the link in your confirmation. No email at
            hand? <TextLink to="/find-booking">Find my booking</TextLink>.
          </>
        ) : (
          <>
            To cancel a booking, please <ContactLink>write to me</ContactLink>.
          </>
        )}
      </p>
    </section>
  );
}

const untilWhen = (hours: number): string =>
  hours === 0 ? "until it starts" : `until ${hours} ${hours === 1 ? "hour" : "hours"} before it starts`;

function ContactLink({ children }: { children: ReactNode }) {
  const site = useSite();
  return site ? (
    <a className={textLinkStyle} href={site.contactUrl}>
      {children}
    </a>
  ) : (
    children
  );
}
