import { useState } from 'react';
import type { LikeCustomer } from '#domain/customers/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { customer as words, customers } from '#site/messages/it/customers.ts';
import { alikeText } from '#site/parts/customers/alike-text.ts';
import { toast } from '#site/ui/toast.ts';
import { useCustomer, useCustomerNow } from './store.ts';

/** Customers like this one: to compare, or to tell apart once and for all. */
export function Alike() {
  const { like, may } = useCustomer();
  const { id, mayChange, archived } = useCustomerNow();
  const [apart, setApart] = useState<readonly number[]>([]);
  const rows = like.filter((one) => !apart.includes(one.id));
  if (rows.length === 0 || archived) return null;
  const tell = async (other: LikeCustomer, isApart: boolean) => {
    const params = { id, otherId: other.id };
    try {
      await call(isApart ? 'PUT /customers/:id/distinct/:otherId' : 'DELETE /customers/:id/distinct/:otherId', {
        params,
      });
      setApart((before) => (isApart ? [...before, other.id] : before.filter((one) => one !== other.id)));
      if (isApart)
        void toast(t(words.toldApart, { name: other.name }), {
          kind: 'ok',
          duration: 8000,
          action: { label: words.undo, run: () => void tell(other, false) },
        });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  return (
    <section className="card sec">
      <h2>{words.alike}</h2>
      {rows.map((one) => (
        <div key={one.id} className="alike">
          <a className="link" href={`/dealer/customers/${one.id}`}>
            {one.name}
          </a>
          <small>{alikeText(one)}</small>
          <p className="row">
            {may.manage && (
              <a className="btn small" href={`/dealer/customers/duplicates?kept=${id}&gone=${one.id}`}>
                {words.compare}
              </a>
            )}
            {mayChange && (
              <button type="button" className="btn small" onClick={() => void tell(one, true)}>
                {customers.two}
              </button>
            )}
          </p>
        </div>
      ))}
    </section>
  );
}
