import { pastedValues } from '#domain/financials/pasted.ts';
import type { Cell } from '#domain/financials/tables/fields.ts';
import Paste from '#site/ui/record/form/Paste.tsx';

/** Reads a table with heads above and at the left. */
export function readTable(text: string, cells: readonly Cell[]): Cell[] | string {
  const read = pastedValues(text, cells.map((cell) => ({ basketId: null, ...cell })), []); // prettier-ignore
  return typeof read === 'string' ? read : read.map(({ basketId: _basketId, ...cell }) => cell);
}

/** A row of the form as a value of the table. */
const cellFrom = ({ months, kmPerYear, percent }: Readonly<Record<string, unknown>>): Cell => ({
  months: Number(months),
  kmPerYear: Number(kmPerYear),
  percent: Number(percent),
});

interface Props {
  cells: readonly Cell[];
  onChange: (cells: readonly Cell[]) => void;
}

/** A field for a whole table copied from a sheet. */
export default function PasteValues({ cells, onChange }: Props) {
  return (
    <Paste
      table="values"
      read={async (text, rows) => readTable(text, rows.map(cellFrom))}
      rows={cells.map((cell) => ({ ...cell }))}
      onChange={(rows) => onChange(rows.map(cellFrom))}
    />
  );
}
