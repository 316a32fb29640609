type FiguresTableProps = {
  caption: string;
  /** Of the first column and those that follow it. */
  heads: string[];
  rows: FiguresRow[];
  /** What all rows come to. */
  sum?: FiguresRow;
};
export type FiguresRow = { head: string; cells: (string | number)[] };

/** Figures in columns, narrow enough for a phone. */
export function FiguresTable({ caption, heads, rows, sum }: FiguresTableProps) {
  return (
    <table className="figures">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.head} row={row} heads={heads} />
        ))}
      </tbody>
      {sum && (
        <tfoot>
          <Row row={sum} heads={heads} />
        </tfoot>
      )}
    </table>
  );
}

const Row = ({ row, heads }: { row: FiguresRow; heads: string[] }) => (
  <tr>
    <th scope="row">{row.head}</th>
    {row.cells.map((cell, index) => (
      <td key={heads[index + 1]}>{cell}</td>
    ))}
  </tr>
);
