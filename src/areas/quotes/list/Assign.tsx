import { useEffect, useRef, useState } from 'react';
import { integer } from '#domain/italian.ts';
import type { QuoteRow } from '#domain/quotes/schema.ts';
import { call, CallError, type CallAnswer } from '#site/lib/call.ts';
import { madeNothing, newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { assign as words } from '#site/messages/it/assign.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Select } from '#site/ui/Field.tsx';
import { assignRows } from './assign-rows.ts';

/** `Giulia Ferrari (8), Davide Romano (4)` */
function sellersOf(rows: readonly QuoteRow[]): string {
  const by = Map.groupBy(rows, ({ seller }) => seller);
  return [...by].map(([seller, theirs]) => `${seller} (${integer(theirs.length)})`).join(', ');
}

/** To whom the chosen quotes go. Loaded when it is asked for. */
export default function Assign({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly QuoteRow[];
  onClose(): void;
  /** Reads the list again. */
  onDone(): void;
}) {
  const [people, setPeople] = useState<CallAnswer<'GET /quotes/assignees'> | null>(null);
  const [chosen, setChosen] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const said = (cause: unknown) => setError((cause as Error).message);
  useEffect(
    () => void call('GET /quotes/assignees', {}).then(setPeople, (cause: Error) => setError(cause.message)),
    [],
  );
  // Where all are of one seller, that one is no choice.
  const others = people?.filter(({ id }) => rows.some(({ sellerId }) => sellerId !== id)) ?? [];
  const run = async () => {
    const to = others.find(({ id }) => String(id) === chosen);
    if (!to) return setError(words.choose);
    setBusy(true);
    try {
      await assignRows(rows, to, key.current, onDone);
      onClose();
    } catch (cause) {
      if (cause instanceof CallError && madeNothing(cause.status)) key.current = newKey();
      said(cause);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      size="s"
      title={rows.length === 1 ? words.titleOne : t(words.title, { n: integer(rows.length) })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="button" className="btn primary" aria-busy={busy} disabled={busy} onClick={() => void run()}>
            {words.save}
          </button>
        </>
      }
    >
      <p>{t(words.now, { sellers: sellersOf(rows) })}</p>
      <Select
        name="seller"
        label={words.to}
        empty="—"
        required
        error={error}
        help={people && others.length === 0 ? words.none : words.help}
        options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen}
        onChange={(event) => {
          setChosen(event.currentTarget.value);
          setError(null);
          key.current = newKey();
        }}
      />
    </Dialog>
  );
}
