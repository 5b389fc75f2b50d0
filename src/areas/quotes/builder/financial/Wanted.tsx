import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { amountForInstalment, rollBack } from '#domain/financials/reverse.ts';
import type { Plan } from '#domain/financials/schema.ts';
import { money } from '#domain/italian.ts';
import type { QuoteDraft, SettledChoice } from '#domain/quotes/schema.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { useBuilder } from '../store.ts';

const say = words.financial.wanted;

/** "Voglio 300 € al mese": each single change that reaches the wanted instalment, with one press to apply it. Loaded when it is opened. */
export default function Wanted({ plan, choice }: { plan: Plan; choice: SettledChoice }) {
  const store = useBuilder();
  const draft = useStore(store.$draft);
  const { params } = useStore(store.$sheet);
  const [wanted, setWanted] = useState(0);
  const field = useRef<HTMLDivElement>(null);
  // It was opened to type a figure, so the field gets the focus.
  useEffect(() => field.current?.querySelector('input')?.focus(), []);

  const basis = store.basis();
  const amount = wanted > 0 ? amountForInstalment(wanted, plan, choice, basis, params) : null;
  const back = wanted > 0 ? rollBack(wanted, plan, { choice, deposit: draft.deposit }, basis, params) : null;
  const financing = draft.financing!;
  const ways: { label: string; change: Partial<QuoteDraft> }[] = [];
  const add = (label: string, change: Partial<QuoteDraft>) => ways.push({ label, change });
  if (back?.deposit != null && back.deposit !== draft.deposit)
    add(t(say.deposit, { amount: money(back.deposit) }), {
      deposit: back.deposit,
      financing: { ...financing, amount: null },
    });
  if (back?.months != null && back.months !== choice.months)
    add(t(say.months, { n: back.months }), { financing: { ...financing, months: back.months } });
  if (back?.discount && draft.customDiscounts.length < 5)
    add(t(say.discount, { amount: money(back.discount) }), {
      customDiscounts: [...draft.customDiscounts, { label: '', amount: back.discount, percent: null }],
      financing: { ...financing, amount: null },
    });
  if (amount !== null && amount !== choice.amount)
    add(t(say.amount, { amount: money(amount) }), { financing: { ...financing, amount } });
  return (
    <div className="wanted" ref={field}>
      <MoneyField name="wanted" label={say.label} min={0} value={wanted} onChange={setWanted} />
      <div role="status">
        {wanted > 0 && ways.length === 0 && <p className="muted">{say.unreachable}</p>}
        {ways.length > 0 && (
          <div className="row">
            {ways.map(({ label, change }) => (
              <button key={label} type="button" className="btn" onClick={() => store.change(change)}>
                {label}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
