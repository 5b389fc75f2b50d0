import { useEffect, useState } from 'react';
import { day } from '#domain/italian.ts';
import type { ErasurePlan } from '#domain/persons/schema.ts';
import { call, type CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { person as words } from '#site/messages/it/privacy.ts';
import { kit } from '#site/messages/it/kit.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Field } from '#site/ui/Field.tsx';
import { toast } from '#site/ui/toast.ts';
import { LooksList } from './LooksList.tsx';

/** Dialog that erases a customer: what is deleted, what the law keeps and why. Typing the name confirms it. Loaded when it is opened. */
export default function EraseDialog({ id, onClose }: { id: number; onClose(): void }) {
  const [plan, setPlan] = useState<ErasurePlan | null>(null);
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    call('GET /persons/:id/erasure', { params: { id } }).then(setPlan, (cause: Error) => setError(cause.message));
  }, [id]);
  const erase = async () => {
    if (!plan) return;
    setBusy(true);
    try {
      const body = { reason: 'request', name } as const;
      await call('POST /persons/:id/erasure', { params: { id }, version: plan.version, body });
      await toast(words.erased, { kind: 'ok' });
      location.reload();
    } catch (cause) {
      const { body } = cause as CallError;
      setError(body?.fields?.name ?? (cause as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      tone="danger"
      title={plan ? t(words.eraseTitle, { name: plan.name }) : words.title}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {kit.cancel}
          </button>
          <button type="button" className="btn danger" aria-busy={busy} disabled={!plan} onClick={() => void erase()}>
            {words.confirm}
          </button>
        </>
      }
    >
      {!plan && error && <p className="callout bad">{error}</p>}
      {plan && (
        <>
          <p>{words.eraseText}</p>
          <h3>{words.erases}</h3>
          <ul>
            {plan.erases.map(({ what, count }) => (
              <li key={what}>
                {what}: {count}
              </li>
            ))}
          </ul>
          {plan.keeps.length > 0 && (
            <>
              <h3>{words.keeps}</h3>
              <ul>
                {plan.keeps.map(({ what, count, why, until }) => (
                  <li key={what}>
                    {what}: {count}
                    {until && `, ${t(words.until, { day: day(until) })}`}. <small>{why}</small>
                  </li>
                ))}
              </ul>
            </>
          )}
          <LooksList title={words.looks} text={words.looksText} looks={plan.looks} />
          <Field
            name="erase-name"
            label={words.name}
            error={error}
            value={name}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </>
      )}
    </Dialog>
  );
}
