import { Link } from "@remix-run/react";
import { type MouseEvent, useId } from "react";
import { Icon, type IconName } from "~/ui/icon";
import { opensElsewhere } from "./seek-link";

type Choice = {
  label: string;
  lang?: string;
  icon?: IconName;
  to: string;
  isCurrent: boolean;
  /** Acts at once; without it, the link opens the page anew. */
  onChoose?: () => void;
};

type ChoiceLinksProps = {
  label: string;
  isLabelShown?: boolean;
  /** Whether it is of use with scripting only. */
  needsScript?: boolean;
  choices: Choice[];
};

/** Renders choices as links. With scripting, one that acts at once is remembered in the background. */
export function ChoiceLinks({ label, isLabelShown = false, needsScript = false, choices }: ChoiceLinksProps) {
  const id = useId();
  const choose = (event: MouseEvent, { to, onChoose }: Choice) => {
    if (!onChoose || opensElsewhere(event)) return;
    event.preventDefault();
    onChoose();
    // The answer's cookie is all that is wanted. Without one, the choice is forgotten with the page.
    fetch(to, { method: "HEAD" }).catch(() => undefined);
  };
  return (
    <div
      className={`flex flex-wrap items-center gap-2 ${needsScript ? "[@media(scripting:none)]:hidden" : ""}`}
      role="group"
      aria-labelledby={id}
    >
      <span className={isLabelShown ? "mr-1 text-small text-ink-soft" : "sr-only"} id={id}>
        {label}
      </span>
      {choices.map((choice) => (
        <Link
          key={choice.to}
          className="chip gap-2"
          to={choice.to}
          lang={choice.lang}
          aria-current={choice.isCurrent ? "true" : undefined}
          discover="none"
          replace
          preventScrollReset
          onClick={(event) => choose(event, choice)}
        >
          {choice.icon && <Icon name={choice.icon} className="icon--s" />}
          {choice.label}
        </Link>
      ))}
    </div>
  );
}
