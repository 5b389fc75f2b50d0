import { useEffect, useRef, useState } from 'react';
import type { CallName } from '#domain/endpoints.ts';
import { day, percent } from '#domain/italian.ts';
import { MOST_STAGE_REASON } from '#domain/negotiations/terms.ts';
import type { StagePlace } from '#domain/negotiations/stage-calls.ts';
import { call, CallError, currentIn } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { stage as words } from '#site/messages/it/stage.ts';
import { attempt, whyRefused } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';

/** The kinds of records whose negotiation has a stage. */
type Area = { [N in CallName]: N extends `GET /${infer A}/:id/stage` ? A : never }[CallName];

/**
 * The stage of a negotiation, beside the state of its record: one choice, with a reason where it asks for one. `version` is that of the
 * record, whose state may have moved the stage.
 */
export function Stage({ area, id, version, given }: { area: Area; id: number; version: number; given: StagePlace }) {
  const [place, setPlace] = useState(given);
  /** Chosen, but not sent yet: it asks for a reason. */
  const [asked, setAsked] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    call(`GET /${area}/:id/stage`, { params: { id } }).then(setPlace, console.info);
  }, [area, id, version]);
  const { stage, since, offered } = place;
  if (offered.length === 0 && !stage) return null;

  const send = (stageId: number | null, why: string) =>
    attempt(
      async () => {
        const body = { stageId, reason: why };
        setPlace(await call(`PUT /${area}/:id/stage`, { params: { id }, version: place.version, body }));
        setAsked(null);
        setReason('');
        setError('');
      },
      {
        done: words.saved,
        refused(cause) {
          const current = currentIn<StagePlace>(cause);
          if (current) setPlace(current);
          const said = cause instanceof CallError && cause.body.fields?.reason;
          if (said) setError(said);
          else void toast(whyRefused(cause), { kind: 'bad' });
        },
      },
    );
  const choose = (value: string) => {
    const one = offered.find((each) => each.id === Number(value));
    setError('');
    if (one?.asksReason) setAsked(one.id);
    else {
      setAsked(null);
      void send(one?.id ?? null, '');
    }
  };
  // A stage that is retired, or follows from the state, is shown where it stands and is not offered.
  const shown = stage && !offered.some((one) => one.id === stage.id) ? [stage, ...offered] : offered;
  const field = `stage-${area}`;
  return (
    <section className="card pad stage" aria-label={words.title}>
      <div className="field">
        <label htmlFor={field}>{words.title}</label>
        {offered.length === 0 ? (
          <p id={field}>{stage?.label}</p>
        ) : (
          <select id={field} value={String(asked ?? stage?.id ?? '')} onChange={(event) => choose(event.target.value)}>
            <option value="">{words.none}</option>
            {shown.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </select>
        )}
        {stage && since && (
          <small className="muted">{t(words.since, { day: day(since), percent: percent(stage.probability) })}</small>
        )}
      </div>
      {asked !== null && (
        <form
          className="field"
          onSubmit={(event) => {
            event.preventDefault();
            void send(asked, reason);
          }}
        >
          <label htmlFor={`${field}-reason`}>{words.reason}</label>
          <input
            id={`${field}-reason`}
            value={reason}
            maxLength={MOST_STAGE_REASON}
            aria-invalid={error !== '' || undefined}
            aria-describedby={`${field}-error`}
            onChange={(event) => setReason(event.target.value)}
          />
          <p className="error" id={`${field}-error`} hidden={error === ''}>
            {error}
          </p>
          <button type="submit" className="btn small">
            {words.save}
          </button>
        </form>
      )}
    </section>
  );
}
