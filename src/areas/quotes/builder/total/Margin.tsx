import { useStore } from '@nanostores/react';
import { money, percent } from '#domain/italian.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { useBuilder } from '../store.ts';

/** The dealer's margin step by step, each with its difference to the previous step. Loaded when the eye is pressed. */
export default function Margin() {
  const { margin } = useStore(useBuilder().$priced);
  if (!margin) return null;
  return (
    <dl className="waterfall">
      {margin.steps.map((step) => [
        ...step.rows.map(({ label, amount }) => (
          <div key={`${step.key} ${label}`}>
            <dt>{label}</dt>
            <dd>{money(amount)}</dd>
          </div>
        )),
        <div key={step.key} className={step.amount < 0 ? 'step loss' : 'step'}>
          <dt>
            {step.label}
            {step.amount < 0 && ` · ${words.totals.loss}`}
          </dt>
          <dd>
            {money(step.amount)} <small>{percent(step.percent)}</small>
          </dd>
        </div>,
      ])}
    </dl>
  );
}
