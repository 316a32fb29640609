import type { ReactNode } from "react";
import { colours, sans, serif } from "./style";
import { Band } from "./table";

/** The headline, with one phrase at most in italics, and what there is to say. */
export function Opening({ headline, children }: { headline: ReactNode; children: ReactNode }) {
  return (
    <Band padding="44px 48px 0">
      <h1 className="h1" style={{ margin: 0, font: serif("400", 44, 48), letterSpacing: "-1px", color: colours.ink }}>
        {headline}
      </h1>
      <p style={{ margin: "18px 0 0", font: sans("400", 17, 27), color: colours.soft }}>{children}</p>
    </Band>
  );
}

/**
 * "Thank you, Hannah." Anyone may type anyone's address into a form, so a name that could carry a link
 * or a message to a stranger is left out.
 */
export function greet(words: string, firstName: string): string {
  const name = firstName.trim();
  const isPlain = name.length > 0 && name.length <= 40 && !/[\p{Cc}\p{Zl}\p{Zp}:/\\@<>]|\w\.\w/u.test(name);
  return isPlain ? `${words}, ${name}.` : `${words}.`;
}
