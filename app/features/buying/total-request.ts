import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

type TotalRequest = { button: RefObject<HTMLButtonElement>; ask: () => void };

/**
 * Returns a function that presses the button which asks for the new total: at once, or when the answer that is awaited
 * has arrived, because a form is not sent twice at a time.
 */
export function useTotalRequest(): TotalRequest {
  const { state } = useNavigation();
  const button = useRef<HTMLButtonElement>(null);
  const isWanted = useRef(false);
  const press = () => button.current?.form?.requestSubmit(button.current);
  useEffect(() => {
    if (state !== "idle" || !isWanted.current) return;
    isWanted.current = false;
    press();
  }, [state]);
  const ask = () => {
    if (state === "idle") press();
    else isWanted.current = true;
  };
  return { button, ask };
}
