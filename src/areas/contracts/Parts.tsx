import { leaveLoanUntil, mayLeaveLoan } from '#domain/contracts/loan.ts';
import { replacedAt } from '#domain/contracts/replaced.ts';
import { day, money } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { keysOf } from '#domain/record/machine.ts';
import { t } from '#site/lib/intl.ts';
import { contract as words } from '#site/messages/it/contracts.ts';
import { AttachmentLine } from './AttachmentLine.tsx';
import { useContract, useContractNow } from './store.ts';

/** The cars that are sold, as the stock has them, where chassis number and plate are entered. */
export function Cars() {
  const { cars } = useContractNow();
  const { user } = useContract();
  const isSeen = user.privileges.includes(p.seeStock);
  return (
    <ul className="cars" data-field="cars">
      {cars.map(({ kind, id, code, vin, plate, registeredOn }) => {
        const said = [
          vin || words.car.noVin,
          plate || words.car.noPlate,
          registeredOn && t(words.car.registered, { day: day(registeredOn) }),
        ];
        return (
          <li key={`${kind}${id}`}>
            {isSeen ? (
              <a className="link" href={`/dealer/stock/${kind}/${id}`}>
                {t(words.car.name, { code })}
              </a>
            ) : (
              t(words.car.name, { code })
            )}{' '}
            <span className="muted">{said.filter(Boolean).join(' · ')}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Attachments that the next step asks for and that are not there. */
export const MissingAttachments = () => {
  const { lacks } = useContractNow();
  return (
    <ul className="attachments">
      {lacks
        .filter(({ field }) => field === 'attachments')
        .map(({ sentence }) => (
          <li key={sentence} className="warn">
            {sentence}
          </li>
        ))}
    </ul>
  );
};

/** The attachments for people who may not change them. */
export function Attachments() {
  const { today } = useContract();
  const now = useContractNow();
  const replaced = replacedAt(now, today);
  const listed = (isReplaced: boolean) => (
    <ul className="attachments">
      {now.attachments
        .filter((_, at) => replaced.has(at) === isReplaced)
        .map((attachment) => (
          <li key={attachment.uploadId}>
            <AttachmentLine of={now} attachment={attachment} today={today} />
          </li>
        ))}
    </ul>
  );
  return (
    <>
      {listed(false)}
      {replaced.size > 0 && (
        <details className="fold-in">
          <summary>{t(words.files.earlier, { n: replaced.size })}</summary>
          {listed(true)}
        </details>
      )}
    </>
  );
}

/** Until when the customer may leave the loan, and by what way once it is invoiced. */
export function LoanDays() {
  const { today } = useContract();
  const now = useContractNow();
  if (!mayLeaveLoan(now)) return null;
  const until = leaveLoanUntil(now);
  const isOver = until !== null && until < today;
  const isInvoiced = now.state === 'billed' || now.state === 'completed';
  const { open, begins, over, until: last, billed } = words.loan;
  const unknown = keysOf(begins).filter((key) => now[key] === null);
  const what = unknown.map((key) => begins[key]).join(', ');
  return (
    <p className="muted">
      {until === null ? t(open, { what }) : t(isOver ? over : last, { day: day(until) })}{' '}
      {isInvoiced && !isOver && billed}
    </p>
  );
}

/** The cars that are taken in, as they were agreed. */
export function TradeIns() {
  const { agreedTradeIns } = useContractNow();
  return (
    <ul>
      {agreedTradeIns.map(({ plate, description, valuation, residualDebt }) => (
        <li key={`${plate}${description}`}>
          {description} {t(words.tradeIn, { plate, valuation: money(valuation), debt: money(residualDebt) })}
        </li>
      ))}
    </ul>
  );
}
