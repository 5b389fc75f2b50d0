import { useState } from 'react';
import { goesOn } from '#domain/contracts/facts.ts';
import { raisedCars } from '#domain/contracts/revaluation.ts';
import { money } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { toast } from '#site/ui/toast.ts';
import { useContract, useContractNow } from './store.ts';

const words = contract.raised;

/** Cars taken in whose value waits for a second person, who decides here. */
export function RaisedValues() {
  const store = useContract();
  const now = useContractNow();
  const [busy, setBusy] = useState(false);
  const raised = raisedCars(now);
  if (raised.length === 0 || !goesOn(now)) return null;
  const decide = async (agrees: boolean) => {
    setBusy(true);
    try {
      await store.beside(() => {
        const { id, version } = store.$contract.get()!;
        return call('POST /contracts/:id/revaluation', { params: { id }, version, body: { agrees } });
      });
      void toast(agrees ? words.agreed : words.putBack, { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="callout warn returned" role="status">
      {raised.map(({ at, car, value, validated }) => (
        <p key={at}>
          {t(words.waits, {
            by: now.raisedBy ?? words.somebody,
            car: car.plate || car.description || words.car,
            validated: money(validated),
            value: money(value),
            reason: now.tradeIns[at]?.revaluationReason ?? '',
            more: money(value - validated),
          })}
        </p>
      ))}
      {now.decidesValue && (
        <p className="actions">
          <button type="button" className="btn primary" disabled={busy} onClick={() => void decide(true)}>
            {words.agree}
          </button>{' '}
          <button type="button" className="btn" disabled={busy} onClick={() => void decide(false)}>
            {words.refuse}
          </button>
        </p>
      )}
    </div>
  );
}
