import type { GiftChoice } from "@server/catalogue/gift-cards/pay-by-card";
import { type KeyboardEvent, useRef } from "react";
import { buttonStyle, iconButtonStyle } from "~/ui/button";
import { describedBy, FieldNote, inputStyle } from "~/ui/field-frame";
import { Icon } from "~/ui/icon";
import { CodeFold } from "./code-fold";
import { applyGift, removeGift } from "./intents";

type GiftCardFieldProps = { gifts: GiftChoice; typed: string | undefined };

/** Asks for the codes of gift cards, and shows what each pays. Nothing is taken until the form is sent. */
export function GiftCardField({ gifts, typed = "" }: GiftCardFieldProps) {
  const isNeeded = gifts.cards.length > 0 || gifts.refusal !== null;
  return (
    <CodeFold label="Gift card" isNeeded={isNeeded}>
      <input type="hidden" name="giftCodes" value={gifts.codes} />
      {gifts.cards.map((card) => (
        <AppliedCard key={card.code} card={card} />
      ))}
      {gifts.note && <p className="text-small text-ink-soft">{gifts.note}</p>}
      {!gifts.isAllPaid && <CodeInput key={gifts.codes} gifts={gifts} typed={typed} />}
    </CodeFold>
  );
}

const AppliedCard = ({ card: { code, name, pays, stays } }: { card: GiftChoice["cards"][number] }) => (
  <p className="flex min-h-12 items-center gap-3 rounded-field bg-sage-soft py-1.5 pr-1 pl-4">
    <Icon name="tag" />
    <span>
      <b className="font-[700] tracking-[0.04em] wrap-anywhere">{name}</b> pays {pays}, {stays} stays on it
    </span>
    <button
      className={`${iconButtonStyle} ml-auto`}
      type="submit"
      name="intent"
      value={removeGift(code)}
      formNoValidate
      aria-label={`Remove gift card ${name}`}
    >
      <Icon name="close" />
    </button>
  </p>
);

function CodeInput({ gifts: { cards, refusal }, typed }: { gifts: GiftChoice; typed: string }) {
  const apply = useRef<HTMLButtonElement>(null);
  const applyOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || !event.currentTarget.value.trim()) return;
    event.preventDefault();
    apply.current?.click();
  };
  const error = refusal ?? undefined;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5">
        <input
          id="giftCode"
          name="giftCode"
          className={inputStyle}
          aria-label={cards.length > 0 ? "Code of another gift card" : "Code of the gift card"}
          {...describedBy({ id: "giftCode", error })}
          defaultValue={refusal ? typed : ""}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          {...(error && { autoFocus: true })}
          onKeyDown={applyOnEnter}
        />
        <button
          ref={apply}
          className={buttonStyle({ kind: "quiet" })}
          type="submit"
          name="intent"
          value={applyGift}
          formNoValidate
        >
          Apply
          <span className="sr-only"> gift card</span>
        </button>
      </div>
      <FieldNote id="giftCode" error={error} />
    </>
  );
}
