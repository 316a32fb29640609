import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { Icon } from "~/ui/icon";

type CodeFoldProps = {
  label: string;
  /** Whether it must be open, because something is applied or refused. */
  isNeeded: boolean;
  /** Whether it begins open. */
  beginsOpen?: boolean;
  content?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** Renders a part of a form that asks for a code, folded until it is needed. */
export function CodeFold({ label, isNeeded, beginsOpen = isNeeded, content, children }: CodeFoldProps) {
  const [isOpen, setOpen] = useState(beginsOpen);
  const details = useRef<HTMLDetailsElement>(null);
  // The visitor may have opened it before hydration.
  useEffect(() => setOpen(details.current?.open === true), []);
  return (
    <details
      ref={details}
      className="group border-y border-line py-1"
      open={isOpen || isNeeded}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-(--size-touch) items-center justify-between font-semibold">
        {label}
        <Icon name="chevron" className="group-open:rotate-180" />
      </summary>
      <div className="grid gap-2 pt-2 pb-3.5" ref={content}>
        {children}
      </div>
    </details>
  );
}
