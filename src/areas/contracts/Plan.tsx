import { sumOf } from '#domain/contracts/coming.ts';
import { goesOn, isOpen } from '#domain/contracts/facts.ts';
import { rowState } from '#domain/contracts/plan.ts';
import { paymentKinds, paymentMethods } from '#domain/contracts/terms.ts';
import { day, money } from '#domain/italian.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { useContract, useContractNow } from './store.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';

const words = contract.plan;

/** The plan of payments as it is saved: what is planned, what came of each row, and how it stands today. */
export function Plan() {
  const { today } = useContract();
  const now = useContractNow();
  const { payments, come, planned, total, received, receipts } = now;
  if (payments.length === 0) return null;
  const { kind, method, due, amount, came, state } = words.heads;
  return (
    <TableWrap label={words.title} className="as-cards plan">
      <table>
        <thead>
          <tr>
            <th>{kind}</th>
            <th>{method}</th>
            <th>{due}</th>
            <th className="num">{amount}</th>
            <th className="num">{came}</th>
            <th>{state}</th>
          </tr>
        </thead>
        <tbody>
          {payments.map((row, at) => {
            // Nothing is late any more where nothing more is asked for.
            const stands =
              isOpen(now) || come[at] === row.amount
                ? rowState(row, come[at]!, now, today)
                : { label: '', tone: 'mute' };
            return (
              <tr key={at}>
                <td>
                  <b>{paymentKinds[row.kind]}</b> {row.note && <small className="muted">{row.note}</small>}
                </td>
                <td data-label={method}>{paymentMethods[row.method]}</td>
                <td data-label={due}>{row.dueOn ? day(row.dueOn) : '—'}</td>
                <td data-label={amount} className="num">
                  {money(row.amount)}
                </td>
                <td data-label={came} className="num">
                  {come[at] === 0 ? '—' : money(come[at]!)}
                </td>
                <td data-label={state} className={stands.tone}>
                  {stands.label}
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr className="sum">
            <td colSpan={3}>
              {words.total}{' '}
              {goesOn(now) && <small className="muted">{planned === total ? words.equal : words.unequal}</small>}
            </td>
            <td data-label={amount} className="num">
              <b>{money(planned)}</b>
            </td>
            <td data-label={came} className="num">
              {/* What came of its rows; a former system says the sum alone. */}
              <b>{money(receipts.length > 0 ? sumOf(receipts) : received)}</b>
            </td>
            <td className="muted">
              {isOpen(now) && total > received ? `${words.left} ${money(total - received)}` : ''}
            </td>
          </tr>
        </tfoot>
      </table>
    </TableWrap>
  );
}
