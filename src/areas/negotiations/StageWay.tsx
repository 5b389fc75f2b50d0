import { useId, useRef, useState } from 'react';
import { addMonths, dayInRome } from '#domain/dates.ts';
import { integer, percent } from '#domain/italian.ts';
import { call, CallError } from '#site/lib/call.ts';
import { newKey, refusalOf } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { controls, kit } from '#site/messages/it/kit.ts';
import { negotiations as words } from '#site/messages/it/negotiations.ts';
import { DateField } from '#site/ui/DateField.tsx';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Select } from '#site/ui/Field.tsx';
import type { recordCalls } from '#site/ui/list/record/calls.ts';
import { useSubmit } from '#site/ui/useSubmit.ts';
import type { ListedStage } from './listed.ts';

/** What is asked of a stage: that nobody chooses it any more, that it is offered again, or only where its open negotiations go on. */
export type Way = 'retire' | 'restore' | 'move';

interface Props {
  one: ListedStage;
  way: Way;
  stages: readonly ListedStage[];
  calls: ReturnType<typeof recordCalls<'negotiation-stages'>>;
  onClose: () => void;
}

/** Does what is asked, and says at its field what is refused: nothing that was chosen is lost. */
function useWay({ one: { id, version, movesTo, movesOn }, way, stages, calls, onClose }: Props) {
  const [today] = useState(() => dayInRome(new Date()));
  const offered = stages.filter((other) => other.id !== id && !other.archived && other.outcome === 'open');
  const first = way === 'move' ? offered[0]?.id : undefined;
  const [toId, setTo] = useState(String(offered.find((other) => other.id === movesTo)?.id ?? first ?? ''));
  const [on, setOn] = useState<string | null>(movesOn && movesOn > today ? movesOn : today);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  /** The version of the retired one: a second try does not retire it again. */
  const retired = useRef(way === 'move' ? version : null);
  const run = async () => {
    if (retired.current === null) {
      const action = way === 'restore' ? 'restore' : 'archive';
      const { results } = await calls.bulk({ action, rows: [{ id, version }] }, newKey());
      // Somebody else has changed it meanwhile: the list shows how it stands now.
      const [result] = results;
      if (result?.outcome !== 'done') return setFailure(words.changedMeanwhile);
      retired.current = result.version;
    }
    if (toId && way !== 'restore') {
      const body = { toId: Number(toId), ...(on !== today && { on: on! }) };
      await call('POST /negotiation-stages/:id/move', { params: { id }, version: retired.current!, body });
    }
    location.reload();
  };
  const send = async () => {
    if (busy) return;
    // Without a day it would be at once.
    if (toId && !on) return setErrors({ on: controls.day });
    setBusy(true);
    setErrors({});
    setFailure('');
    try {
      await run();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { atFields, rest } = refusalOf(error.body, ['toId', 'on']);
      setErrors(atFields);
      setFailure(error.status === 412 ? words.changedMeanwhile : rest);
    } finally {
      setBusy(false);
    }
  };
  /** Where it was retired and the rest refused, or somebody else has changed it, the list shows so. */
  const close = () =>
    (way === 'retire' && retired.current !== null) || failure === words.changedMeanwhile
      ? location.reload()
      : onClose();
  const to = offered.find((other) => String(other.id) === toId);
  return { close, today, offered, to, toId, setTo, on, setOn, errors, failure, busy, send };
}

/** Contracts that are expected of so many negotiations in a stage. */
const expectedOf = ({ probability }: ListedStage, open: number): string =>
  integer(Math.round((open * probability) / 100));

/** Asks before a stage is retired or offered again, and where the open negotiations of a retired one go on. */
export default function StageWay(props: Props) {
  const { one, way } = props;
  const { close, today, offered, to, toId, setTo, on, setOn, errors, failure, busy, send } = useWay(props);
  const onSubmit = useSubmit(() => void send());
  const form = useId();
  const { label, open, used, outcome } = one;
  const about = { label, open: integer(open), over: integer(used - open) };
  const asksWhere = way === 'move' || (way === 'retire' && open > 0 && outcome === 'open' && offered.length > 0);
  const { title, text, verb } = words.ways[way];
  return (
    <Dialog
      open
      size="s"
      title={t(title, about)}
      tone={way === 'retire' ? 'danger' : undefined}
      onClose={close}
      actions={
        <>
          <button type="button" className="btn" onClick={close}>
            {kit.cancel}
          </button>
          <button
            type="submit"
            form={form}
            className={`btn ${way === 'retire' ? 'danger' : 'primary'}`}
            aria-busy={busy}
          >
            {verb}
          </button>
        </>
      }
    >
      <form id={form} className="dialog-form" noValidate onSubmit={onSubmit}>
        {failure && (
          <p className="callout bad" role="alert">
            {failure}
          </p>
        )}
        <p>{t(text, about)}</p>
        {asksWhere && (
          <Select
            name="toId"
            label={t(words.moveTo, about)}
            empty={way === 'retire' ? words.moveNone : undefined}
            value={toId}
            error={errors.toId}
            options={offered.map(({ id, label: name }) => ({ value: String(id), label: name }))}
            help={
              to &&
              t(words.expects, {
                now: expectedOf(one, open),
                after: expectedOf(to, open),
                probability: percent(to.probability),
              })
            }
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        )}
        {asksWhere && toId && (
          <DateField
            name="on"
            label={words.moveOn}
            help={words.moveOnHelp}
            value={on}
            min={today}
            max={addMonths(today, 12)}
            required
            error={errors.on}
            onChange={setOn}
          />
        )}
      </form>
    </Dialog>
  );
}
