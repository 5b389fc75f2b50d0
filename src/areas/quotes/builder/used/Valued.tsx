import { useEffect, useState } from 'react';
import { useStore } from '@nanostores/react';
import type { CallAnswer } from '#domain/endpoints.ts';
import { day, km, money } from '#domain/italian.ts';
import { normalisePlate } from '#domain/plates.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { useBuilder } from '../store.ts';

const say = words.used;

/** Offers of the company that hold for the plate of a trade-in; one is used once. */
export default function Valued({ plate }: { plate: string }) {
  const store = useBuilder();
  const editable = useStore(store.$editable);
  const [offers, setOffers] = useState<CallAnswer<'GET /valuations/offers'>>([]);
  const wanted = normalisePlate(plate);
  useEffect(() => {
    const abort = new AbortController();
    // Without offers, or without the right to see them, nothing is said.
    call('GET /valuations/offers', { query: { plate: wanted }, signal: abort.signal }).then(setOffers, () => undefined);
    return () => abort.abort();
  }, [wanted]);
  const use = (id: number) =>
    store.attempt(async (quote) => {
      await call('POST /valuations/:id/use', { params: { id }, body: { quoteId: quote.id } });
      // The price of the whole quote has changed: it is read again.
      location.assign(quote.href);
    });
  if (!editable) return null;
  return (
    <>
      {offers.map(({ id, number, by, offer, offerUntil, offerKm }) => (
        <p key={id} className="callout">
          {t(say.valued, { number, by, offer: money(offer), until: day(offerUntil) })}{' '}
          {offerKm !== null && t(say.upTo, { km: km(offerKm).replace(/\u00a0km$/, '') })}{' '}
          <button type="button" className="btn" onClick={() => void use(id)}>
            {say.use}
          </button>
        </p>
      ))}
    </>
  );
}
