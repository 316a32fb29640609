import { colours, sans } from "./style";
import { Band } from "./table";

type WaitlistLinksProps = { text: string; href: string; labels: string[] };

/** The quiet end of a waitlist's letter. Its links lead to the page of the entry, where a button does what they say. */
export function WaitlistLinks({ text, href, labels }: WaitlistLinksProps) {
  const paragraph = {
    margin: 0,
    paddingTop: 20,
    borderTop: `1px solid ${colours.line}`,
    font: sans("400", 15, 24),
    color: colours.soft,
  } as const;
  const link = { display: "inline-block", padding: "10px 0", color: colours.clay, fontWeight: 600 } as const;
  return (
    <Band padding="36px 48px 24px">
      <p style={paragraph}>
        {text}
        {labels.map((label) => (
          <span key={label}>
            <br />
            <a href={href} target="_blank" rel="noopener" style={link}>
              {label}
            </a>
          </span>
        ))}
      </p>
    </Band>
  );
}
