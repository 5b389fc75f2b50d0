import { money } from '#domain/italian.ts';
import type { Cost, Ledger } from '#domain/stock/schema.ts';
import { costKinds } from '#domain/stock/terms.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import type { Car } from './store.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';

const amountOf = (cents: number | null) => (cents === null ? '—' : money(cents));

/** The purchase and the ledger, planned and actual. With `onOpen` the lines of the ledger can be pressed. */
export function CostTable({
  ledger,
  purchaseCost,
  seller,
  onOpen,
}: Pick<Car, 'purchaseCost' | 'seller'> & { ledger: Ledger; onOpen: ((line: Cost) => void) | undefined }) {
  const bought = purchaseCost ?? 0;
  return (
    <TableWrap label={[words.item, words.expected, words.amount].join(', ')}>
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">{words.item}</th>
            <th scope="col" className="num">
              {words.expected}
            </th>
            <th scope="col" className="num">
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{[words.purchase, seller].filter(Boolean).join(' · ')}</td>
            <td className="num">{amountOf(purchaseCost)}</td>
            <td className="num">{amountOf(purchaseCost)}</td>
          </tr>
          {ledger.rows.map((line) => {
            const name = [costKinds[line.kind], line.note].filter(Boolean).join(', ');
            return (
              <tr key={line.id}>
                <td>
                  {onOpen ? (
                    <button type="button" className="link" onClick={() => onOpen(line)}>
                      {name}
                    </button>
                  ) : (
                    name
                  )}{' '}
                  <small className="muted">{line.supplier}</small>
                </td>
                <td className="num">{amountOf(line.expected)}</td>
                <td className="num">{amountOf(line.amount)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <td className="num">{money(bought + ledger.expected)}</td>
            <td className="num">{money(bought + ledger.amount)}</td>
          </tr>
        </tfoot>
      </table>
    </TableWrap>
  );
}
