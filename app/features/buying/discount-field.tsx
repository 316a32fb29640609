import { getInputProps, type FieldMetadata } from "@conform-to/react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useIsHydrated } from "~/lib/document";
import { buttonStyle, iconButtonStyle } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { CodeFold } from "./code-fold";
import { withoutCode } from "./intents";
import { FieldNote, describedBy, inputStyle } from "~/ui/field-frame";

type AppliedDiscount = { code: string; terms: string };
type DiscountFieldProps = { field: FieldMetadata<string | undefined>; applied: AppliedDiscount | null };

export function DiscountField({ field, applied }: DiscountFieldProps) {
  const part = useFocusAfterChange(applied?.code ?? null);
  const isNeeded = Boolean(applied ?? field.errors);
  return (
    <CodeFold
      label="Discount code"
      isNeeded={isNeeded}
      beginsOpen={isNeeded || Boolean(field.initialValue)}
      content={part}
    >
      {applied ? (
        <AppliedCode name={field.name} applied={applied} />
      ) : (
        <CodeInput key={field.initialValue} field={field} />
      )}
    </CodeFold>
  );
}

function AppliedCode({ name, applied: { code, terms } }: { name: string; applied: AppliedDiscount }) {
  return (
    <p className="flex min-h-12 items-center gap-3 rounded-field bg-sage-soft pr-1 pl-4">
      <input type="hidden" name={name} value={code} />
      <Icon name="tag" />
      <span>
        <b className="font-[700] tracking-[0.04em] wrap-anywhere">{code}</b> {terms}
      </span>
      <button
        className={`${iconButtonStyle} ml-auto`}
        type="submit"
        name="intent"
        value="remove"
        formNoValidate
        aria-label={`Remove discount code ${code}`}
      >
        <Icon name="close" />
      </button>
    </p>
  );
}

function CodeInput({ field }: { field: FieldMetadata<string | undefined> }) {
  const isHydrated = useIsHydrated();
  const [typed, setTyped] = useState(field.initialValue ?? "");
  const code = useRef<HTMLInputElement>(null);
  // The visitor may have typed it before hydration.
  useEffect(() => setTyped(code.current?.value ?? ""), []);
  const apply = useRef<HTMLButtonElement>(null);
  const { key: _, ...input } = getInputProps(field, { type: "text" });
  const error = field.errors?.[0];
  const withoutButton = useRef<HTMLButtonElement>(null);
  // The focus brings only the field into view.
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not.
    void withoutButton.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  const applyOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || !typed.trim()) return;
    event.preventDefault();
    apply.current?.click();
  };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5">
        <input
          {...input}
          ref={code}
          className={inputStyle}
          aria-label="Discount code"
          {...describedBy({ id: input.id, error })}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          {...(error && { autoFocus: true })}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={applyOnEnter}
        />
        <button
          ref={apply}
          className={buttonStyle({ kind: "quiet" })}
          type="submit"
          name="intent"
          value="apply"
          formNoValidate
          disabled={isHydrated && !typed.trim()}
        >
          Apply
        </button>
      </div>
      <FieldNote id={input.id} error={error} />
      {error && (
        <button
          ref={withoutButton}
          className={`${buttonStyle({ kind: "quiet", size: "small" })} justify-self-start`}
          type="submit"
          name="intent"
          value={withoutCode}
        >
          Book without a code
        </button>
      )}
    </>
  );
}

/** Moves the focus to the new content, because the pressed button is removed by applying or removing a code. */
function useFocusAfterChange(code: string | null) {
  const part = useRef<HTMLDivElement>(null);
  const shown = useRef(code);
  useEffect(() => {
    if (shown.current === code) return;
    shown.current = code;
    part.current?.querySelector<HTMLElement>(code === null ? "input" : "button")?.focus();
  }, [code]);
  return part;
}
