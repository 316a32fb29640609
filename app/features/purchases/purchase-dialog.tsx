import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { PurchaseForm } from "@server/selling/purchases/purchase-form";
import { useBusyBooking, useFreshOnReturn } from "~/features/bookings/busy-booking";
import { useIsHydrated } from "~/lib/document";
import type { Toast } from "~/lib/toast";
import { BookingTotal, subject, subjectText } from "~/features/bookings/booking-summary";
import { DiscountField } from "~/features/bookings/discount-field";
import { GiftCardField } from "~/features/bookings/gift-card-field";
import { PriceFields, suggestedIn } from "~/features/bookings/price-fields";
import { withReturn } from "~/lib/sign-in-address";
import { Agreement } from "~/features/pages/agreement";
import { buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { CheckField } from "~/ui/fields";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { type GuestContact, GuestFields } from "./guest-fields";

type PurchaseValues = Partial<GuestContact> & {
  discountCode?: string;
  giftCode?: string;
  waiverVersion?: string;
  rate1?: string;
  amount?: string;
};

type PurchaseAnswer = { reply: SubmissionResult<string[]>; toast: Toast | null; form: PurchaseForm };

type PurchaseDialogProps = {
  /** The page behind the dialog. */
  path: string;
  title: string;
  subject: { kind: "Collection" | "Resource" | "Pass"; title: string; text: string };
  returnFocusTo: string;
  purchase: {
    form: PurchaseForm;
    contact: GuestContact | null;
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

/** No failure text of the purchase for the buttons that apply and remove a discount code. */
const failureOf = (intent: string | null) => (intent === null ? failed : undefined);

export function PurchaseDialog(props: PurchaseDialogProps) {
  const { path, title, subject: sold, returnFocusTo, purchase, answer, closeTo = path } = props;
  const shown = answer?.form ?? purchase.form;
  const { buyer, quote, formKey, hasDiscounts, discount, waiver, gifts, prices, ...price } = shown;
  const action = `${path}?purchase=true`;
  const busy = useBusyBooking(action);
  const [form, fields] = useForm<PurchaseValues>({
    id: "purchase",
    lastResult: answer?.reply,
    defaultValue: { amount: purchase.amount ?? suggestedIn(prices), ...purchase.contact },
  });
  const beside = [
    ...[answer?.form.codeRefusal, answer?.form.gifts?.refusal],
    ...[fields.waiverVersion.errors?.[0], fields.email.errors?.[0]],
    ...[fields.rate1.errors?.[0], fields.amount.errors?.[0]],
  ];
  useFreshOnReturn();
  return (
    <ModalDialog title={title} closeTo={closeTo} returnFocusTo={returnFocusTo} isBusy={busy === "booking"}>
      <PostForm {...getFormProps(form)} action={action} isBusy={busy !== null} failure={failureOf}>
        {/* The form's first button is the one that the Enter key presses. */}
        <button className="sr-only" type="submit" tabIndex={-1} aria-hidden="true">
          Unlock
        </button>
        <input type="hidden" name="quote" value={quote} />
        <input type="hidden" name="formKey" value={formKey} />
        <DialogBody>
          <DialogNotice
            toast={answer?.toast ?? null}
            isBesideField={beside.includes(answer?.toast?.text)}
            isPaymentCancelled={!answer && purchase.isPaymentCancelled}
          />
          <div className={subject}>
            <div>
              <h2 className="text-subtitle">{sold.title}</h2>
              <p className={subjectText}>{sold.text}</p>
            </div>
          </div>
          {closeTo !== path && <p className="text-ink-soft">Once it is bought, you are back at your booking.</p>}
          {buyer ? (
            <p className="text-ink-soft">
              For {buyer.name}, <span className="break-words">{buyer.email}</span>
            </p>
          ) : (
            <GuestFields fields={fields} signInTo={withReturn("/sign-in", action)} />
          )}
          {prices && <PriceFields choice={prices} rate={fields.rate1} amount={fields.amount} tickets={1} />}
          {hasDiscounts && <DiscountField field={fields.discountCode} applied={discount} />}
          {gifts && <GiftCardField gifts={gifts} typed={fields.giftCode.initialValue} />}
          <BookingTotal what={sold.kind} discount={discount} gifts={gifts} {...price} />
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
          <SubmitButton isBusy={busy === "booking"}>{payLabel(price, gifts)}</SubmitButton>
        </DialogFoot>
      </PostForm>
    </ModalDialog>
  );
}

function payLabel({ isFree, total }: { isFree: boolean; total: string }, gifts: PurchaseForm["gifts"]): string {
  if (isFree) return "Unlock for free";
  if (!gifts || gifts.cards.length === 0) return `Pay ${total}`;
  return gifts.isAllPaid ? "Pay with gift card" : `Pay ${gifts.rest}`;
}

const laterText = (day: string) => `Without the tick, access begins on ${day}. I’ll write to you then.`;

type DialogNoticeProps = {
  toast: Toast | null;
  isBesideField: boolean;
  isPaymentCancelled: boolean;
};

function DialogNotice({ toast, isBesideField, isPaymentCancelled }: DialogNoticeProps) {
  const isHydrated = useIsHydrated();
  if (toast?.kind === "error") return isBesideField ? null : <ToastNotice toast={toast} />;
  if (toast) return isHydrated ? null : <ToastNotice toast={toast} />;
  if (!isPaymentCancelled) return null;
  return <Notice kind="information">Your payment was cancelled and nothing was charged.</Notice>;
}
