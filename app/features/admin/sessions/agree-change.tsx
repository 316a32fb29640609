import { useEffect, useRef } from "react";
import type { ChangePreview } from "@server/office/managing/session-change";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { Icon } from "~/ui/icon";
import { warningFrame } from "~/ui/notice";

export type SeenChange = ChangePreview;

const peopleOf = (people: number): string => (people === 1 ? "1 person" : `${people} people`);

const tellLabel = (people: number): string => `Save and tell ${peopleOf(people)}`;

/** Returns what the button says that confirms a change. */
export const agreeLabel = ({ people }: SeenChange): string => (people > 0 ? tellLabel(people) : "Save this price");

/** A refused form, or one whose price is to be checked before it is saved. */
export type CheckedForm = RefusedForm & { price?: { key: string; notes: string[] } };

/** Shows the notes on a price that is not saved yet; the form's button confirms it. */
export const AgreePrice = ({ answer }: { answer: CheckedForm | undefined }) =>
  answer?.price ? (
    <AgreeChange change={{ ...answer.price, people: 0, parts: [] }} name="agreedPrice" />
  ) : (
    <input type="hidden" name="agreedPrice" value={typedIn(answer, "agreedPrice")} />
  );

/** Without scripts, a page begins where the focus is: at its top, it would look as if the change had been saved. */
const focused = { autoFocus: true };

type AgreeChangeProps = {
  change: SeenChange;
  /** The field that carries what was seen. */
  name?: string;
};

/** Shows a new time, place or price with the number of people who will be told; the form's button confirms it. */
export function AgreeChange({ change: { key, people, parts, notes }, name = "agreedChange" }: AgreeChangeProps) {
  const notice = useRef<HTMLElement>(null);
  useEffect(() => notice.current?.focus(), [key]);
  return (
    <section
      ref={notice}
      className={`${warningFrame} scroll-mb-32 items-start`}
      aria-label="Check the change"
      tabIndex={-1}
      {...focused}
    >
      <input type="hidden" name={name} value={key} />
      <Icon name="information" className="mt-0.75" />
      <div className="grid gap-3">
        <p>
          <b className="block">{people > 0 ? `${peopleOf(people)} will be told by mail.` : "Check the price."}</b>{" "}
          Nothing is saved yet. Check the change, then press the button again.
        </p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <dl className="text-small">
          {parts.map(({ label, before, after }) => (
            <div key={label} className="grid gap-x-6 gap-y-1 border-t border-current py-2 md:grid-cols-[6rem_1fr_1fr]">
              <dt className="font-semibold">{label}</dt>
              <dd className="wrap-anywhere">
                <span className="block">Before</span>
                <s>{before}</s>
              </dd>
              <dd className="font-semibold wrap-anywhere">
                <span className="block font-normal">New</span>
                {after}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
