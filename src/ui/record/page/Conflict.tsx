import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { sameValue, type Saved } from '../store/ledger.ts';
import ConflictDialog from './ConflictDialog.tsx';
import type { AnyRecord } from '../store/context.ts';
import { DescriptionList } from './DescriptionList.tsx';

const say = words.overtaken;

type Value = Readonly<Record<string, unknown>>;
type Over = NonNullable<ReturnType<AnyRecord['overtaken']>>;

/** Their value, with equal parts taken from mine: the server may order keys differently. */
const alike = (mine: Value, theirs: Value) =>
  Object.fromEntries(
    Object.entries(theirs).map(([key, value]) => [key, sameValue(mine[key], value) ? mine[key] : value]),
  );

/** Somebody else saved this part of the record first: the person takes that version, or chooses field by field. */
export default function Conflict({ record }: { record: AnyRecord }) {
  const mine = useStore(record.$value) as Value;
  const state = useStore(record.$save);
  if (state.kind !== 'conflict' || !state.shown) return null;
  const { part, current, message } = state;
  const over = record.overtaken(current);
  if (over) return <Overtaken record={record} by={state} over={over} />;
  const theirs = record.calls.valueOf(current) as Value;
  const of = (value: object) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => record.partOf(key) === part));
  return (
    <ConflictDialog
      open
      message={message}
      mine={mine}
      base={record.autosave.base()}
      theirs={alike(mine, theirs)}
      fields={record.compared().filter(({ name }) => record.partOf(name) === part)}
      onReload={() => void record.autosave.resolve(part, of(theirs))}
      onClose={() => record.autosave.ask(false)}
      onMerge={(chosen) => void record.autosave.resolve(part, of(chosen))}
    />
  );
}

/**
 * Somebody else moved the record on while this person typed, and it accepts no more changes. The dialog shows the
 * typed values and offers a revision for them where one may be made.
 */
function Overtaken({
  record,
  by: { current, message },
  over: { state, goOn },
}: {
  record: AnyRecord;
  by: { current: Saved; message: string };
  over: Over;
}) {
  const mine = useStore(record.$value) as Value;
  const key = useRef('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const theirs = record.calls.valueOf(current) as Value;
  const lost = record.compared().filter(({ name }) => !sameValue(mine[name], theirs[name]));
  const press = (revise: NonNullable<Over['goOn']>) => {
    setBusy(true);
    const typed = Object.fromEntries(lost.map(({ name }) => [name, mine[name]]));
    revise(typed, (key.current ||= newKey())).catch((cause: Error) => {
      setError(cause.message);
      setBusy(false);
    });
  };
  return (
    <Dialog
      open
      size="l"
      title={say.title}
      onClose={() => record.autosave.ask(false)}
      actions={
        <>
          <button type="button" className="btn" onClick={() => record.adopt(current)}>
            {say.leave}
          </button>
          {goOn && (
            <button type="button" className="btn primary" aria-busy={busy} disabled={busy} onClick={() => press(goOn)}>
              {say.revise}
            </button>
          )}
        </>
      }
    >
      <p>
        {message} {t(say.text, { state: state.toLowerCase() })}
      </p>
      {error && (
        <p className="callout bad" role="alert">
          {error}
        </p>
      )}
      <DescriptionList rows={lost.map(({ name, label, show }) => [label, show(mine[name])])} />
    </Dialog>
  );
}
