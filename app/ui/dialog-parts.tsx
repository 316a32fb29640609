import type { ReactNode } from "react";

/** For the `dialog` element, which covers the page; tall content starts at the top and scrolls. */
export const overlay = [
  "fixed inset-0 z-30 size-full max-h-none max-w-none overflow-y-auto overscroll-contain bg-transparent text-inherit",
  "backdrop:bg-transparent open:grid open:grid-rows-[minmax(max-content,1fr)]",
].join(" ");

export const scrim = "fixed inset-0 cursor-default bg-scrim";

const sheet = [
  "relative mt-12 w-full self-end overflow-hidden rounded-t-[1.25rem] bg-surface shadow-float",
  "md:my-14 md:max-w-144 md:self-start md:justify-self-center md:rounded-dialog",
].join(" ");

type PartProps = { children: ReactNode };

export const DialogSheet = ({ children }: PartProps) => <div className={sheet}>{children}</div>;

type DialogBodyProps = PartProps & { className?: string; role?: "status" };

export const DialogBody = ({ className = "", role, children }: DialogBodyProps) => (
  <div className={`grid gap-5.5 px-6 pt-5 pb-6 md:px-9 md:pt-5.5 ${className}`} role={role}>
    {children}
  </div>
);

/** The main action comes first on the sheet, last in the dialog. */
export const DialogFoot = ({ children }: PartProps) => (
  <div
    className="flex flex-col-reverse gap-3 border-t border-line px-6 pt-4 pb-6 md:flex-row md:justify-end md:px-9 md:py-4.5"
    data-dialog-foot
  >
    {children}
  </div>
);
