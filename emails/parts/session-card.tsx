import type { SessionFacts } from "./props";
import { colours, sans, serif } from "./style";
import { Band, Table } from "./table";

/** The date block beside category and title. Plain text gets its date from the facts below it. */
export function SessionCard({ session }: { session: Pick<SessionFacts, "title" | "category" | "date"> }) {
  const { day, month, year } = session.date;
  return (
    <Band padding="32px 48px 0">
      <Table width="100%" style={{ backgroundColor: colours.sage, borderRadius: 6 }}>
        <tr>
          <td
            width="132"
            align="center"
            data-skip-in-text="true"
            style={{ padding: "24px 0 22px", borderRight: `1px solid ${colours.sageLine}` }}
          >
            <div style={{ font: serif("400", 68, 64), letterSpacing: "-2px", color: colours.ink }}>{day}</div>
            <div style={{ marginTop: 6, font: sans("600", 15, 20), color: colours.ink }}>
              {month} <span style={{ fontWeight: 400, color: colours.soft }}>{year}</span>
            </div>
          </td>
          <td style={{ padding: "22px 24px" }}>
            {session.category && (
              <div style={{ font: serif("italic 400", 17, 22), color: colours.deepClay }}>{session.category}</div>
            )}
            <div style={{ marginTop: 2, font: serif("400", 25, 31), color: colours.ink }}>{session.title}</div>
          </td>
        </tr>
      </Table>
    </Band>
  );
}
