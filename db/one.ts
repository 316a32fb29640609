export function one<Row>(rows: Row[], expected: string): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`expected one ${expected}, got ${rows.length}`);
  return row;
}
