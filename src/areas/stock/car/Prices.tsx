import { useEffect, useState } from 'react';
import { money } from '#domain/italian.ts';
import type { PriceChange } from '#domain/stock/schema.ts';
import { call } from '#site/lib/call.ts';
import { moment } from '#site/lib/intl.ts';
import { car as words } from '#site/messages/it/stock.ts';
import { useCarNow } from './store.ts';

/** Every price that the car had. */
export default function Prices() {
  const { id } = useCarNow();
  const [rows, setRows] = useState<PriceChange[] | null>(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    call('GET /stock/used/:id/prices', { params: { id } }).then(setRows, (error: Error) => setFailed(error.message));
  }, [id]);
  if (failed) return <p className="callout bad">{failed}</p>;
  if (!rows) return null;
  return (
    <div className="table-wrap">
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">{words.since}</th>
            <th scope="col">{words.who}</th>
            <th scope="col" className="num">
              {words.priceLabel}
            </th>
            <th scope="col" className="num">
              {words.minimum}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, who, retailPrice, minPrice }) => (
            <tr key={at}>
              <td>{moment(at)}</td>
              <td>{who ?? '—'}</td>
              <td className="num">{retailPrice === null ? words.noPrice : money(retailPrice)}</td>
              <td className="num">{minPrice === null ? '—' : money(minPrice)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
