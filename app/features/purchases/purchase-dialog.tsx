import { type SubmissionResult, useForm } from "@conform-to/react";
import type { PurchaseForm } from "@server/selling/purchases/purchase-form";
import { useBusyForm, useFreshOnReturn } from "~/features/buying/busy-form";
import { BuyingForm, type BuyingValues, CodeFields, payLabel } from "~/features/buying/buying-form";
import { BuyerFields, type Contact } from "~/features/buying/contact-fields";
import { PriceFields, suggestedIn } from "~/features/buying/price-fields";
import { PriceTotal, subject, subjectText } from "~/features/buying/price-lines";
import { Agreement } from "~/features/pages/agreement";
import { useIsHydrated } from "~/lib/document";
import { withReturn } from "~/lib/sign-in-address";
import type { Toast } from "~/lib/toast";
import { buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { CheckField } from "~/ui/fields";
import { Notice } from "~/ui/notice";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

type PurchaseAnswer = { reply: SubmissionResult<string[]>; toast: Toast | null; form: PurchaseForm };

type PurchaseDialogProps = {
  /** The page behind the dialog. */
  path: string;
  title: string;
  subject: { kind: "Collection" | "Resource" | "Pass"; title: string; text: string };
  returnFocusTo: string;
  purchase: {
    form: PurchaseForm;
    contact: Contact | null;
    amount?: string | undefined;
    isPaymentCancelled: boolean;
  };
  answer: PurchaseAnswer | undefined;
  /** The booking form from which the buyer has come, and to which they go back. */
  closeTo?: string | undefined;
};

const failed = {
  title: "Checkout Failed",
  text: "There was a problem creating your checkout session. Please try again.",
};

export function PurchaseDialog(props: PurchaseDialogProps) {
  const { path, title, subject: sold, returnFocusTo, purchase, answer, closeTo = path } = props;
  const shown = answer?.form ?? purchase.form;
  const { waiver, prices } = shown;
  const action = `${path}?purchase=true`;
  const busy = useBusyForm(action);
  const [form, fields] = useForm<BuyingValues>({
    id: "purchase",
    lastResult: answer?.reply,
    defaultValue: { amount: purchase.amount ?? suggestedIn(prices), ...purchase.contact },
  });
  useFreshOnReturn();
  return (
    <ModalDialog title={title} closeTo={closeTo} returnFocusTo={returnFocusTo} isBusy={busy === "ordering"}>
      <BuyingForm form={form} sold={shown} action={action} isBusy={busy !== null} act="Unlock" failure={failed}>
        <DialogBody>
          <DialogNotice toast={answer?.toast ?? null} isPaymentCancelled={!answer && purchase.isPaymentCancelled} />
          <div className={subject}>
            <div>
              <h2 className="text-subtitle">{sold.title}</h2>
              <p className={subjectText}>{sold.text}</p>
            </div>
          </div>
          {closeTo !== path && <p className="text-ink-soft">Once it is bought, you are back at your booking.</p>}
          <BuyerFields buyer={shown.buyer} fields={fields} signInTo={withReturn("/sign-in", action)} hint={mailHint} />
          {prices && <PriceFields choice={prices} rate={fields.rate1} amount={fields.amount} tickets={1} />}
          <CodeFields sold={shown} fields={fields} />
          <PriceTotal what={sold.kind} {...shown} />
          {waiver && (
            <CheckField
              label={waiver.text}
              field={fields.waiverVersion}
              value={String(waiver.version)}
              hint={waiver.later ? laterText(waiver.later.day) : undefined}
              takesFocus={fields.waiverVersion.errors !== undefined}
            />
          )}
          {waiver?.later && <input type="hidden" name="opensOn" value={waiver.later.key} />}
          <Agreement act="By buying" />
        </DialogBody>
        <DialogFoot>
          <CloseLink className={buttonStyle({ kind: "quiet" })} to={closeTo}>
            {closeTo === path ? "Cancel" : "Back to your booking"}
          </CloseLink>
          <SubmitButton isBusy={busy === "ordering"}>
            {shown.isFree ? "Unlock for free" : payLabel("Pay", shown)}
          </SubmitButton>
        </DialogFoot>
      </BuyingForm>
    </ModalDialog>
  );
}

const mailHint = "The receipt and the link that opens your pass go here.";

const laterText = (day: string) => `Without the tick, access begins on ${day}. I’ll write to you then.`;

type DialogNoticeProps = { toast: Toast | null; isPaymentCancelled: boolean };

function DialogNotice({ toast, isPaymentCancelled }: DialogNoticeProps) {
  const isHydrated = useIsHydrated();
  if (toast) return isHydrated && toast.kind !== "error" ? null : <ToastNotice toast={toast} />;
  if (!isPaymentCancelled) return null;
  return <Notice kind="information">Your payment was cancelled and nothing was charged.</Notice>;
}
