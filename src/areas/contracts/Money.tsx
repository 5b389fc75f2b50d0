import { lazy, Suspense, useState } from 'react';
import { CASH_LIMIT, cashOf, invoiceRefusal, receiptsClosed } from '#domain/contracts/accounts.ts';
import type { Receipt } from '#domain/contracts/schema.ts';
import { invoiceKinds, paymentKinds, paymentMethods } from '#domain/contracts/terms.ts';
import { day, money } from '#domain/italian.ts';
import { keysOf } from '#domain/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contract as words } from '#site/messages/it/contracts.ts';
import { useContract, useContractNow } from './store.ts';

const ReceiptDialog = lazy(() => import('./ReceiptDialog.tsx'));
const InvoiceDialog = lazy(() => import('./InvoiceDialog.tsx'));

/** What was received and invoiced, below the plan of payments; only the back office records it. */
export function Money() {
  const store = useContract();
  const now = useContractNow();
  const { id, receipts, invoices, owedBack } = now;
  const [asks, setAsks] = useState<'receipt' | 'invoice' | null>(null);
  const isOffice = store.user.privileges.includes(p.validateContracts);
  const mayReceive = isOffice && receiptsClosed(now) === null;
  const mayReverse = isOffice && now.state !== 'completed';
  const mayInvoice = isOffice && keysOf(invoiceKinds).some((kind) => invoiceRefusal(now, kind) === null);
  const cash = cashOf(receipts).came;
  const reversed = new Set(receipts.flatMap(({ reversesId }) => reversesId ?? []));
  const reverse = (receipt: Receipt) =>
    store.alone(async () => {
      const params = { id, receiptId: receipt.id };
      store.take(await call('POST /contracts/:id/receipts/:receiptId/reverse', { params }));
    });
  return (
    <>
      <h3>{words.receipts.title}</h3>
      {owedBack > 0 && <p className="warn">{t(words.receipts.owed, { amount: money(owedBack) })}</p>}
      {cash > 0 && <p className="muted">{t(words.receipts.cash, { cash: money(cash), limit: money(CASH_LIMIT) })}</p>}
      {receipts.length === 0 && <p className="muted">{words.receipts.none}</p>}
      {receipts.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on phones
        <div className="table-wrap" role="region" tabIndex={0} aria-label={words.receipts.title}>
          <table>
            <tbody>
              {receipts.map((receipt) => (
                <tr key={receipt.id}>
                  <td>
                    <a
                      className="link"
                      target="_blank"
                      rel="noreferrer"
                      href={apiPath('GET /contracts/:id/receipts/:receiptId/document', {
                        params: { id, receiptId: receipt.id },
                      })}
                    >
                      {receipt.number}
                    </a>
                  </td>
                  <td>{day(receipt.receivedOn)}</td>
                  <td>
                    {[paymentKinds[receipt.kind], paymentMethods[receipt.method], receipt.reference]
                      .filter(Boolean)
                      .join(' · ')}
                  </td>
                  <td className="num">{money(receipt.amount)}</td>
                  <td>
                    {receipt.reversesId !== null && words.receipts.reverses}
                    {reversed.has(receipt.id) && words.receipts.reversed}
                    {mayReverse && receipt.reversesId === null && !reversed.has(receipt.id) && (
                      <button type="button" className="btn" onClick={() => void reverse(receipt)}>
                        {words.receipts.reverse}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {mayReceive && (
        <p>
          <button type="button" className="btn" onClick={() => setAsks('receipt')}>
            {now.canceledAt ? words.receipts.giveBack : words.receipts.add}
          </button>
        </p>
      )}
      <h3>{words.invoices.title}</h3>
      {invoices.length === 0 && (
        <p className="muted">{now.state === 'approved' ? words.invoices.none : words.invoices.later}</p>
      )}
      {invoices.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on phones
        <div className="table-wrap" role="region" tabIndex={0} aria-label={words.invoices.title}>
          <table>
            <tbody>
              {invoices.map((invoice) => (
                <tr key={invoice.id}>
                  <td>{invoiceKinds[invoice.kind]}</td>
                  <td>{invoice.number}</td>
                  <td>{day(invoice.issuedOn)}</td>
                  <td className="num">{money(invoice.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {mayInvoice && (
        <p>
          <button type="button" className="btn" onClick={() => setAsks('invoice')}>
            {words.invoices.add}
          </button>
        </p>
      )}
      <Suspense>
        {asks === 'receipt' && <ReceiptDialog onClose={() => setAsks(null)} />}
        {asks === 'invoice' && <InvoiceDialog onClose={() => setAsks(null)} />}
      </Suspense>
    </>
  );
}
