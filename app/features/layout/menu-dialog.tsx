import { CloseButton, Dialog, DialogPanel } from "@headlessui/react";
import { useEffect } from "react";
import { FullMenu } from "./full-menu";
import { iconButtonOnDeepStyle } from "~/ui/button";
import { Icon } from "~/ui/icon";

/** Shows the menu of narrow screens. It is a module of its own, as no other public page loads Headless UI. */
export default function MenuDialog({ onReady, onClose }: { onReady: () => void; onClose: () => void }) {
  useEffect(() => onReady(), [onReady]);
  return (
    <Dialog open onClose={onClose} aria-label="Menu" className="fixed inset-0 z-20">
      <DialogPanel>
        <FullMenu
          closeButton={
            <CloseButton className={iconButtonOnDeepStyle} aria-label="Close menu">
              <Icon name="close" />
            </CloseButton>
          }
        />
      </DialogPanel>
    </Dialog>
  );
}
