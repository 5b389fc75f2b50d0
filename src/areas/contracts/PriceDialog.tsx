import { useEffect, useState } from 'react';
import type { CallAnswer } from '#domain/endpoints.ts';
import { money } from '#domain/italian.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import { quoteStates } from '#domain/quotes/terms.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { toast } from '#site/ui/toast.ts';
import { useContractNow } from './store.ts';

const words = contract.price;
const cars = [
  ['/quotation/new', words.catalog],
  ['/quotation/stock', words.stock],
  ['/quotation/used', words.used],
] as const;
type Row = CallAnswer<'GET /quotes'>['rows'][number];

/**
 * Another car or price: worked out in the builder on what was agreed, or taken from a quote that was made for the same
 * customer.
 */
export default function PriceDialog({ onClose }: { onClose: () => void }) {
  const { id, version, signedOn, customerId } = useContractNow();
  const [rows, setRows] = useState<Row[]>([]);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (customerId === null) return;
    const query = { customerId, state: 'draft,issued,accepted', limit: 20 };
    void call('GET /quotes', { query }).then((found) => setRows(found.rows));
  }, [customerId]);
  const press = (work: () => Promise<unknown>) => async () => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
    setBusy(false);
  };
  /**
   * The builder begins with a draft on a working copy, and shows what it costs before the contract takes it in; `seen`:
   * the version of the contract that the person goes by.
   */
  const begin = async (draft: QuoteDraft | null, seen: number) => {
    if (!draft) return;
    const { href } = await call('POST /quotes', { body: draft, key: newKey() });
    location.assign(`${href}&seen=${seen}&contract=${id}`);
  };
  const build = press(async () => {
    const price = await call('GET /contracts/:id/price', { params: { id } });
    await begin(price.draft, price.version);
  });
  const takeFrom = (quoteId: number) =>
    press(async () => begin((await call('GET /quotes/:id', { params: { id: quoteId } })).draft, version));
  return (
    <Dialog open title={words.title} onClose={onClose}>
      <p className="callout">{signedOn === null ? words.note : words.signed}</p>
      <p>
        <button type="button" className="btn primary" aria-busy={busy} onClick={() => void build()}>
          {words.build}
        </button>
      </p>
      <h3>{words.another}</h3>
      <p className="row">
        {cars.map(([href, label]) => (
          <a key={href} className="btn" href={`${href}?contract=${id}`}>
            {label}
          </a>
        ))}
      </p>
      {rows.length > 0 && (
        <>
          <h3>{words.quotes}</h3>
          <ul className="cars">
            {rows.map((row) => (
              <li key={row.id}>
                <a className="link" href={row.href}>
                  {[row.number ?? quoteStates.draft.label, row.vehicle].join(' · ')}
                </a>{' '}
                <span className="muted">{money(row.keysInHand)}</span>{' '}
                <button type="button" className="btn small" aria-busy={busy} onClick={() => void takeFrom(row.id)()}>
                  {words.take}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
