import { useEffect, useState } from 'react';
import { money } from '#domain/italian.ts';
import type { PriceChange } from '#domain/stock/schema.ts';
import { moment } from '#site/lib/intl.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';

/** Every price that the car has had. */
export default function Prices({ read }: { read: () => Promise<PriceChange[]> }) {
  const [rows, setRows] = useState<PriceChange[] | null>(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    read().then(setRows, (error: Error) => setFailed(error.message));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: it is made anew for another version of the car
  }, []);
  if (failed) return <p className="callout bad">{failed}</p>;
  if (!rows) return null;
  return (
    <TableWrap label={words.priceLabel}>
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
    </TableWrap>
  );
}
