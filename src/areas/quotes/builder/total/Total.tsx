import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { money, rate } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Annual } from './Annual.tsx';
import { Later } from '../Later.tsx';
import { MarginEye } from './MarginEye.tsx';
import { TotalCard } from './TotalCard.tsx';
import { useBuilder } from '../store.ts';

const say = words.totals;
/** A screen reader announces the total when typing pauses, not at every key; in ms. */
const SPEAK_AFTER = 700;

function Spoken({ text }: { text: string }) {
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), SPEAK_AFTER);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="sr-only" role="status">
      {spoken}
    </p>
  );
}

/** The 16 rows of the price. */
export function Total() {
  const store = useBuilder();
  const { rows, keysInHand, offer, balance, financed } = useStore(store.$priced);
  const draft = useStore(store.$draft);
  const editable = useStore(store.$editable);
  const values = { price: money(keysInHand), instalment: money(offer?.monthly ?? 0) };
  const { financing } = draft;
  return (
    <TotalCard
      title={say.title}
      total={[say.keysInHand, money(keysInHand)]}
      beside={offer && [say.instalment, money(offer.monthly)]}
      spoken={<Spoken text={offer ? t(say.spokenInstalment, values) : t(say.spoken, values)} />}
    >
      <dl>
        {rows.map((row) => (
          // A negative balance, owed to the customer, is shown as a loss: it blocks the next step unless it was agreed.
          <div key={row.key} className={row.key === 'balance' && row.amount < 0 ? `${row.kind} loss` : row.kind}>
            <dt>{row.label}</dt>
            <dd className={row.amount < 0 && row.kind !== 'sum' ? 'minus' : undefined}>{money(row.amount)}</dd>
          </div>
        ))}
        {offer && (
          <div className="info">
            <dt>{t(say.perMonth, { months: offer.months, tan: rate(offer.tan), taeg: rate(offer.taeg) })}</dt>
            <dd />
          </div>
        )}
      </dl>
      {editable && financing && balance !== 0 && financed + balance > 0 && (
        <button type="button" className="btn small" onClick={() => store.financing({ amount: null })}>
          {say.financeBalance}
        </button>
      )}
      <Later store={store}>
        <Annual />
        <MarginEye />
      </Later>
    </TotalCard>
  );
}
