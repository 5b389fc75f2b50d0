import { schedule } from '#domain/financials/credit.ts';
import { loanOf, type FinanceBasis } from '#domain/financials/offers.ts';
import type { Plan } from '#domain/financials/schema.ts';
import type { FinancingChoice } from '#domain/quotes/schema.ts';
import { money } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Dialog } from '#site/ui/Dialog.tsx';

const say = words.financial;

/** The amortisation of the chosen plan, month by month. Loaded when it is asked for. */
export default function Schedule({
  plan,
  choice,
  basis,
  onClose,
}: {
  plan: Plan;
  choice: FinancingChoice;
  basis: FinanceBasis;
  onClose(): void;
}) {
  const loan = loanOf(plan, choice, basis);
  return (
    <Dialog open title={`${say.schedule} · ${plan.name}`} size="l" onClose={onClose}>
      <table className="schedule">
        <thead>
          <tr>
            {[say.month, say.payment, say.principal, say.interest, say.residual].map((title) => (
              <th key={title} scope="col" className="num">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(loan ? schedule(loan) : []).map((row) => (
            <tr key={row.month}>
              <td className="num">{row.month}</td>
              {[row.payment, row.principal, row.interest, row.residual].map((cents, column) => (
                <td key={column} className="num">
                  {money(cents)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
