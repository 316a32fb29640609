import type { BoughtGiftCard } from "@server/selling/purchases/bought-gift-card";
import { InvoiceLinks } from "~/features/invoices/invoice-sheet";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { Notice } from "~/ui/notice";
import { GiftSheet } from "./gift-sheet";
import { ResendForm } from "./resend-form";

type BoughtCardProps = {
  card: BoughtGiftCard;
  formKey: string;
  /** The page, without the key of a guest. */
  path: string;
  /** The key of a guest's link. */
  guestKey?: string | undefined;
  refused: RefusedForm | undefined;
};

/** Shows a card to those who have bought it: to print, as a file, and to be sent again. */
export function BoughtCard({ card, formKey, path, guestKey, refused }: BoughtCardProps) {
  const { code, state, mailed, name, invoices } = card;
  const query = guestKey ? `?key=${guestKey}` : "";
  return (
    <>
      <h1 className="text-display print:hidden">Your gift card</h1>
      <p className="text-ink-soft print:hidden">
        {mailed}, {name}
      </p>
      {state !== "ended" && code !== null ? (
        <>
          <GiftSheet {...card} code={code} />
          <p className="print:hidden">
            <a className="font-semibold text-accent underline" href={`${path}/card.pdf${query}`}>
              Download as PDF
            </a>
          </p>
          <div className="print:hidden">
            <ResendForm
              action={`${path}${query}`}
              formKey={formKey}
              address={card.recipientEmail}
              reply={refused?.reply}
            />
          </div>
        </>
      ) : (
        <Notice kind="information" isAnnounced={false}>
          This gift card has been refunded.
        </Notice>
      )}
      <InvoiceLinks invoices={invoices} />
    </>
  );
}
