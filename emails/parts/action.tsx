import { colours, sans } from "./style";
import { Band, Table } from "./table";

/** The one button of a letter, with a quiet line below it. */
export function Action({ href, label, note }: { href: string; label: string; note?: string }) {
  const button = {
    display: "inline-block",
    padding: "15px 34px",
    font: sans("600", 17, 20),
    color: colours.onPine,
    textDecoration: "none",
  } as const;
  return (
    <Band padding="28px 48px 0">
      <Table className="btn">
        <tr>
          <td align="center" style={{ backgroundColor: colours.pine, borderRadius: 999 }}>
            <a href={href} target="_blank" rel="noopener" style={button}>
              {label}
            </a>
          </td>
        </tr>
      </Table>
      {note && <p style={{ margin: "16px 0 0", font: sans("400", 15, 24), color: colours.quiet }}>{note}</p>}
    </Band>
  );
}

/** The end of a letter: a line of text and a link. */
export function Closing({ text, href, label }: { text: string; href: string; label: string }) {
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
        <br />
        <a href={href} target="_blank" rel="noopener" style={link}>
          {label}
        </a>
      </p>
    </Band>
  );
}
