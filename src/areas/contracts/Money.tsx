import { lazy, useState, type ReactNode } from 'react';
import { goesOn } from '#domain/contracts/facts.ts';
import { CASH_LIMIT, cashOf, invoiceRefusal, receiptsClosed } from '#domain/contracts/accounts.ts';
import type { Receipt } from '#domain/contracts/schema.ts';
import { invoiceKinds, paymentKinds, paymentMethods } from '#domain/contracts/terms.ts';
import { day, money } from '#domain/italian.ts';
import { keysOf } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contract as words } from '#site/messages/it/contracts.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { useContract, useContractNow } from './store.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';

const ReceiptDialog = lazy(() => import('./ReceiptDialog.tsx'));
const ReverseDialog = lazy(() => import('./ReverseDialog.tsx'));
const InvoiceDialog = lazy(() => import('./InvoiceDialog.tsx'));

/** Rows without column headings, because day, kind and amount explain themselves. */
const Lines = ({
  title,
  rows,
}: {
  title: string;
  rows: readonly { id: number; cells: readonly ReactNode[]; amount: number; after?: ReactNode }[];
}) => (
  <TableWrap label={title} className="as-cards">
    <table>
      <tbody>
        {rows.map(({ id, cells, amount, after }) => (
          <tr key={id}>
            {cells.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
            <td className="num">{money(amount)}</td>
            {after !== undefined && <td>{after}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </TableWrap>
);

const Press = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <button type="button" className="btn" onClick={onPress}>
    {label}
  </button>
);

function Receipts({ mayReverse, onReverse }: { mayReverse: boolean; onReverse: (receipt: Receipt) => void }) {
  const { id, receipts, customerId } = useContractNow();
  const reversed = new Set(receipts.flatMap(({ reversesId }) => reversesId ?? []));
  const stateOf = (receipt: Receipt) => {
    if (receipt.reversesId !== null) return [words.receipts.reverses, receipt.reason].filter(Boolean).join(': ');
    if (reversed.has(receipt.id)) return words.receipts.reversed;
    return mayReverse && <Press label={words.receipts.reverse} onPress={() => onReverse(receipt)} />;
  };
  const documentOf = (receiptId: number) =>
    apiPath('GET /contracts/:id/receipts/:receiptId/document', { params: { id, receiptId } });
  return (
    <Lines
      title={words.receipts.title}
      rows={receipts.map((receipt) => ({
        id: receipt.id,
        cells: [
          <a key="number" className="link" target="_blank" rel="noreferrer" href={documentOf(receipt.id)}>
            {receipt.number}
          </a>,
          day(receipt.receivedOn),
          [
            paymentKinds[receipt.kind],
            paymentMethods[receipt.method],
            receipt.reference,
            receipt.otherCause,
            receipt.customerId !== customerId && receipt.customer,
          ]
            .filter(Boolean)
            .join(' · '),
        ],
        amount: receipt.amount,
        after: stateOf(receipt),
      }))}
    />
  );
}

/** What was received and invoiced, below the plan of payments; the back office records it, sellers what is left to them. */
export function Money() {
  const store = useContract();
  const now = useContractNow();
  const { receipts, receives, invoices, back, owedOnCars, owedByCustomer, keptTradeIns } = now;
  const [asks, setAsks] = useState<'receipt' | 'refund' | 'debt' | 'invoice' | null>(null);
  const [reversed, setReversed] = useState<Receipt | null>(null);
  /** Each receipt of several begins with what is due next. */
  const [turn, setTurn] = useState(0);
  const isOffice = store.user.privileges.includes(p.validateContracts);
  const isGoing = goesOn(now);
  const isClosed = receiptsClosed(now) !== null;
  const mayReceive = receives.length > 0 && !isClosed;
  const givesBack = back.customer + back.lender > 0 && receives.includes('refund');
  const mayInvoice = isOffice && keysOf(invoiceKinds).some((kind) => invoiceRefusal(now, kind) === null);
  const cash = cashOf(receipts).came;
  return (
    <>
      <h3>{words.receipts.title}</h3>
      {back.customer > 0 && (
        <p className="callout warn">
          {t(words.receipts.owed, { amount: money(back.customer) })}{' '}
          {keptTradeIns > 0 && t(words.receipts.keptTradeIns, { amount: money(keptTradeIns) })}
          {keptTradeIns < 0 && t(words.receipts.keptBelow, { amount: money(-keptTradeIns) })}
        </p>
      )}
      {owedByCustomer > 0 && (
        <p className="callout warn">{t(words.receipts.owedBy, { amount: money(owedByCustomer) })}</p>
      )}
      {back.lender > 0 && (
        <p className="callout warn">{t(words.receipts.owedToLender, { amount: money(back.lender) })}</p>
      )}
      {owedOnCars > 0 && (
        <p className="row" data-field="owedOnCars">
          <span className="muted">{t(words.receipts.owedOnCars, { amount: money(owedOnCars) })}</span>
          {mayReceive && receives.includes('debt') && (
            <Press label={words.receipts.extinguish} onPress={() => setAsks('debt')} />
          )}
        </p>
      )}
      {cash > 0 && <p className="muted">{t(words.receipts.cash, { cash: money(cash), limit: money(CASH_LIMIT) })}</p>}
      {receipts.length === 0 && <p className="muted">{words.receipts.none}</p>}
      {receipts.length > 0 && <Receipts mayReverse={isOffice && !isClosed} onReverse={setReversed} />}
      {mayReceive && (
        <p data-field="received" className="row">
          {givesBack && <Press label={words.receipts.giveBack} onPress={() => setAsks('refund')} />}
          <Press label={isGoing ? words.receipts.add : words.receipts.late} onPress={() => setAsks('receipt')} />
        </p>
      )}
      <h3>{words.invoices.title}</h3>
      {invoices.length === 0 && (
        <p className="muted">{now.state === 'approved' || !isGoing ? words.invoices.none : words.invoices.later}</p>
      )}
      {invoices.length > 0 && (
        <Lines
          title={words.invoices.title}
          rows={invoices.map(({ id, kind, number, issuedOn, amount }) => ({
            id,
            cells: [invoiceKinds[kind], number, day(issuedOn)],
            amount,
          }))}
        />
      )}
      {mayInvoice && (
        <p data-field="invoiced">
          <Press label={words.invoices.add} onPress={() => setAsks('invoice')} />
        </p>
      )}
      <OnDemand>
        {asks !== null && asks !== 'invoice' && (
          <ReceiptDialog
            key={turn}
            begins={asks === 'receipt' ? null : asks}
            onClose={() => setAsks(null)}
            onNext={() => setTurn(turn + 1)}
          />
        )}
        {reversed && <ReverseDialog receipt={reversed} onClose={() => setReversed(null)} />}
        {asks === 'invoice' && <InvoiceDialog onClose={() => setAsks(null)} />}
      </OnDemand>
    </>
  );
}
