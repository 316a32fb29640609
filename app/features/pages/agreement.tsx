import { useSite } from "~/lib/site";
import { textLinkStyle } from "~/ui/link";

type AgreementProps = {
  /** What someone agrees by, such as "By booking". */
  act: string;
  className?: string;
};

/** Says which terms and which privacy policy apply; nothing while neither is published. */
export function Agreement({ act, className = "" }: AgreementProps) {
  const site = useSite();
  const legal = site?.navigation.legal ?? [];
  const terms = legal.find(({ href }) => href === "/terms");
  const privacy = legal.find(({ href }) => href === "/privacy");
  if (!terms && !privacy) return null;
  return (
    <p className={`text-small leading-small text-ink-soft ${className}`}>
      {terms && (
        <>
          {act}, you agree to the <NewTabLink {...terms} />.{" "}
        </>
      )}
      {privacy && (
        <>
          What is stored about you, and why: <NewTabLink {...privacy} />.
        </>
      )}
    </p>
  );
}

/** Leaves the form as it is. */
const NewTabLink = ({ label, href }: { label: string; href: string }) => (
  <a className={textLinkStyle} href={href} target="_blank" rel="noopener">
    {label}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
