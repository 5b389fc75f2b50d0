import { lazy, Suspense, useState } from 'react';
import type { Receipt } from '#domain/contracts/schema.ts';
import { invoiceKinds, paymentMethods } from '#domain/contracts/terms.ts';
import { day, money } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { contract as words } from '#site/messages/it/contracts.ts';
import { useContract, useContractNow } from './store.ts';

const ReceiptDialog = lazy(() => import('./ReceiptDialog.tsx'));
const InvoiceDialog = lazy(() => import('./InvoiceDialog.tsx'));

/** What was received and invoiced, below the plan of payments; only the back office records it. */
export function Money() {
  const store = useContract();
  const { id, receipts, invoices, state, locks } = useContractNow();
  const [asks, setAsks] = useState<'receipt' | 'invoice' | null>(null);
  const mayWrite = store.user.privileges.includes(p.validateContracts) && !locks.contability;
  const reversed = new Set(receipts.flatMap(({ reversesId }) => reversesId ?? []));
  const reverse = (receipt: Receipt) =>
    store.alone(async () => {
      const params = { id, receiptId: receipt.id };
      store.take(await call('POST /contracts/:id/receipts/:receiptId/reverse', { params, key: newKey() } as never));
    });
  return (
    <>
      <h3>{words.receipts.title}</h3>
      {receipts.length === 0 && <p className="muted">{words.receipts.none}</p>}
      {receipts.length > 0 && (
        <div className="table-wrap">
          <table>
            <tbody>
              {receipts.map((receipt) => (
                <tr key={receipt.id}>
                  <td>{receipt.number}</td>
                  <td>{day(receipt.receivedOn)}</td>
                  <td>{[paymentMethods[receipt.method], receipt.reference].filter(Boolean).join(' · ')}</td>
                  <td className="num">{money(receipt.amount)}</td>
                  <td>
                    {receipt.reversesId !== null && words.receipts.reverses}
                    {reversed.has(receipt.id) && words.receipts.reversed}
                    {mayWrite && receipt.reversesId === null && !reversed.has(receipt.id) && (
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
      {mayWrite && (
        <p>
          <button type="button" className="btn" onClick={() => setAsks('receipt')}>
            {words.receipts.add}
          </button>
        </p>
      )}
      <h3>{words.invoices.title}</h3>
      {invoices.length === 0 && (
        <p className="muted">{state === 'approved' ? words.invoices.none : words.invoices.later}</p>
      )}
      {invoices.length > 0 && (
        <div className="table-wrap">
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
      {mayWrite && state === 'approved' && (
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
