import type { ReactNode } from "react";
import { useIsHydrated } from "~/lib/document";
import { errorToast, infoToast, showToast } from "~/lib/toast";
import { Button } from "./button";
import { Icon } from "./icon";

/** Shows a button that copies a text. Copying needs scripting: without it there is no button. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const isHydrated = useIsHydrated();
  if (!isHydrated) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(infoToast("Copied!")),
      () => showToast(errorToast("Error", "Couldn’t copy. Please select the text and copy it yourself.")),
    );
  return (
    <Button kind="quiet" type="button" onClick={() => void copy()}>
      <Icon name="copy" />
      {label}
    </Button>
  );
}

export const KeyText = ({ className = "", children }: { className?: string; children: ReactNode }) => (
  <p className={`rounded-field bg-sunken px-3.5 py-2 font-mono wrap-anywhere ${className}`}>{children}</p>
);
