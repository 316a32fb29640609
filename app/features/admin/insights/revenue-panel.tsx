import type { RevenueInsight } from "@server/insights/revenue";
import { BarChart } from "./bar-chart";
import { FiguresTable } from "./figures-table";
import { Insight } from "./insight";

const kinds = ["Sessions", "Birth", "Stress"];

/** What came in, each currency by itself. */
export function RevenuePanel({ revenue }: { revenue: RevenueInsight }) {
  const { currencies, together } = revenue;
  return (
    <Insight
      title="Revenue"
      note="What was paid, less what was refunded, each in the month in which it happened. Each currency by itself."
    >
      {together && <p>{together}.</p>}
      {currencies.map(({ currency, total, chart, rows, sums }) => (
        <div key={currency}>
          <h3 className="subtitle">
            {currency}: {total}
          </h3>
          <div className="insight__pair">
            <BarChart chart={chart} series={kinds} />
            <FiguresTable
              caption={`Revenue in ${currency}, by month and kind`}
              heads={["Month", ...kinds, "Total"]}
              rows={rows.map(({ month, amounts }) => ({ head: month, cells: amounts }))}
              sum={{ head: "Total", cells: sums }}
            />
          </div>
        </div>
      ))}
    </Insight>
  );
}
