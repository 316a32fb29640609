import { useState, type ComponentProps } from "react";
import { useIsHydrated } from "~/lib/hooks/hydrated";
import { Field } from "./field";
import { Icon } from "./icon";

/** A password that can be looked at, where there is scripting to show it. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "control">) {
  const [isShown, setShown] = useState(false);
  const isHydrated = useIsHydrated();
  return (
    <Field
      {...props}
      input={{ ...props.input, type: isShown ? "text" : "password" }}
      control={
        isHydrated && (
          <button
            className="iconbtn"
            type="button"
            aria-label={`Show ${props.label.toLowerCase()}`}
            aria-pressed={isShown}
            aria-controls={props.input.id}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? "eye-closed" : "eye-open"} />
          </button>
        )
      }
    />
  );
}
