import { type FieldMetadata, type FormMetadata, getFormProps } from "@conform-to/react";
import type { GiftChoice } from "@server/catalogue/gift-cards/pay-by-card";
import type { ReactNode } from "react";
import type { FormFailure } from "~/lib/connection/lost-request";
import { PostForm } from "~/ui/post-form";
import type { Contact } from "./contact-fields";
import { DiscountField } from "./discount-field";
import { GiftCardField } from "./gift-card-field";
import { withoutCode } from "./intents";

/** What the forms that sell something ask for. */
export type BuyingValues = Partial<Contact> & {
  discountCode?: string;
  giftCode?: string;
  rate1?: string;
  amount?: string;
  healthVersion?: string;
  healthNote?: string;
  waiverVersion?: string;
};

type BuyingFormProps<Values extends Record<string, unknown>> = {
  form: FormMetadata<Values, string[]>;
  /** What the server has to know again: the price that is agreed to, and the form. */
  sold: { quote: string; formKey: string };
  action: string;
  isBusy: boolean;
  /** What the Enter key does. */
  act: string;
  /** What is shown if an order gets no answer; a question for the price says nothing. */
  failure: FormFailure;
  className?: string;
  children: ReactNode;
};

/** Renders the form of a dialog or page that sells something, around its parts. */
export function BuyingForm<Values extends Record<string, unknown>>(props: BuyingFormProps<Values>) {
  const { form, sold, act, failure, children, ...post } = props;
  const failureOf = (intent: string | null) => (intent === null || intent === withoutCode ? failure : undefined);
  return (
    <PostForm {...getFormProps(form)} {...post} failure={failureOf}>
      {/* The form's first button is the one that the Enter key presses. */}
      <button className="sr-only" type="submit" tabIndex={-1} aria-hidden="true">
        {act}
      </button>
      <input type="hidden" name="quote" value={sold.quote} />
      <input type="hidden" name="formKey" value={sold.formKey} />
      {children}
    </PostForm>
  );
}

type CodeFieldsProps = {
  sold: { hasDiscounts: boolean; discount: { code: string; terms: string } | null; gifts: GiftChoice | null };
  fields: Record<"discountCode" | "giftCode", FieldMetadata<string | undefined>>;
};

/** Asks for a discount code and for gift cards, where they can lower the price. */
export const CodeFields = ({ sold: { hasDiscounts, discount, gifts }, fields }: CodeFieldsProps) => (
  <>
    {hasDiscounts && <DiscountField field={fields.discountCode} applied={discount} />}
    {gifts && <GiftCardField gifts={gifts} typed={fields.giftCode.initialValue} />}
  </>
);

/** Returns what the button says that orders what is not free: "Pay £20", "Book with gift card". */
export function payLabel(verb: "Book" | "Pay", { total, gifts }: { total: string; gifts: GiftChoice | null }): string {
  if (!gifts || gifts.cards.length === 0) return `${verb} ${total}`;
  if (gifts.isAllPaid) return `${verb} with gift card`;
  return verb === "Book" ? `Book, pay ${gifts.rest}` : `Pay ${gifts.rest}`;
}
