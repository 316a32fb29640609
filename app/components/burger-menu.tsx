import { useLocation } from "@remix-run/react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { FullMenu } from "./full-menu";
import { Icon } from "./icon";

const MenuDialog = lazy(() => import("./menu-dialog"));

/** The menu below 768 px: a disclosure on its own, with scripting a dialog that is loaded when first opened. */
export function BurgerMenu() {
  const plain = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  const closePlain = () => {
    if (plain.current) plain.current.open = false;
  };

  useEffect(() => {
    setOpen(false);
    closePlain();
  }, [key]);

  return (
    <>
      <details ref={plain} className="burger" onToggle={({ currentTarget }) => currentTarget.open && setOpen(true)}>
        <summary className="iconbtn" aria-label="Menu">
          <Icon name="menu" className="burger__open" />
          <Icon name="close" className="burger__close" />
        </summary>
        <FullMenu />
      </details>
      {isOpen && (
        <Suspense fallback={null}>
          <MenuDialog onReady={closePlain} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
