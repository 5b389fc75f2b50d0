import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { money, rate } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { Annual } from './Annual.tsx';
import { Later } from '../Later.tsx';
import { MarginEye } from './MarginEye.tsx';
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

/** The 16 rows of the price, always in view; on a phone a bar at the foot that opens. */
export function Total() {
  const store = useBuilder();
  const { rows, keysInHand, offer, balance, financed } = useStore(store.$priced);
  const draft = useStore(store.$draft);
  const editable = useStore(store.$editable);
  const [open, setOpen] = useState(false);
  const values = { price: money(keysInHand), instalment: money(offer?.monthly ?? 0) };
  const { financing } = draft;
  return (
    <aside className="card total" aria-label={say.title} data-open={open || undefined}>
      <div className="total-head">
        <p>
          <small>{say.keysInHand}</small>
          <span className="kih">{money(keysInHand)}</span>
        </p>
        {offer && (
          <p className="rate">
            <small>{say.instalment}</small>
            <b>{money(offer.monthly)}</b>
          </p>
        )}
        <button
          type="button"
          className="icon total-toggle"
          aria-expanded={open}
          aria-label={open ? say.hideColumn : say.showColumn}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'chevron-down' : 'chevron-up'} />
        </button>
      </div>
      <div className="total-body">
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
      </div>
      <Spoken text={offer ? t(say.spokenInstalment, values) : t(say.spoken, values)} />
    </aside>
  );
}
