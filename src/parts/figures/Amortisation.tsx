import type { ScheduleRow } from '#domain/financials/credit.ts';
import { money } from '#domain/italian.ts';
import { figures as words } from '#site/messages/it/figures.ts';
import './amortisation.css';

/** The amortisation of a loan, month by month. */
export const Amortisation = ({ rows }: { rows: readonly ScheduleRow[] }) => (
  <table className="amortisation">
    <thead>
      <tr>
        {[words.month, words.payment, words.principal, words.interest, words.residual].map((title) => (
          <th key={title} scope="col" className="num">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ month, payment, principal, interest, residual }) => (
        <tr key={month}>
          <td className="num">{month}</td>
          <td className="num">{money(payment)}</td>
          <td className="num">{money(principal)}</td>
          <td className="num">{money(interest)}</td>
          <td className="num">{money(residual)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
