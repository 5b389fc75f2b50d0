import { amortisationSums, type AmortisationRow } from '#domain/financials/amortisation.ts';
import { money } from '#domain/italian.ts';
import { figures as words } from '#site/messages/it/kit.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import './amortisation.css';

const columns = ['instalment', 'principal', 'interest', 'charges', 'total'] as const;
const titles = [words.month, ...columns.map((key) => words[key]), words.residual];

/**
 * The amortisation of a loan month by month, with fees and taxes, under the name `label`. Each column ends with its sum, so
 * that the total due can be checked.
 */
export default function Amortisation({ label, rows }: { label: string; rows: readonly AmortisationRow[] }) {
  const sums = amortisationSums(rows);
  return (
    <TableWrap label={label}>
      <table className="amortisation">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col" className="num">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.month}>
              <td className="num">{row.month}</td>
              {columns.map((key) => (
                <td key={key} className="num">
                  {money(row[key])}
                </td>
              ))}
              <td className="num">{money(row.residual)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.sum}</th>
            {columns.map((key) => (
              <td key={key} className="num">
                {money(sums[key])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </TableWrap>
  );
}
