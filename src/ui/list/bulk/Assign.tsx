import { useEffect, useRef, useState } from 'react';
import { integer } from '#domain/italian.ts';
import { CallError } from '#site/lib/call.ts';
import { madeNothing, newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { assign as words } from '#site/messages/it/lists.ts';
import { idsOf } from '#site/ui/choices.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Select } from '#site/ui/Field.tsx';
import { assignRows, type AssignableRow, type Assigning } from './assign-rows.ts';

/** `Giulia Ferrari (8), Davide Romano (4)` */
function sellersOf(rows: readonly AssignableRow[], nobody = ''): string {
  const by = Map.groupBy(rows, ({ seller }) => seller ?? nobody.toLowerCase());
  return [...by].map(([seller, theirs]) => `${seller} (${integer(theirs.length)})`).join(', ');
}

/** Stands for "nobody": no record has this id. */
const NOBODY = '0';

/** Asks which colleague gets the chosen records. */
export default function Assign<R extends AssignableRow>({
  rows,
  given,
  onClose,
  onDone,
}: {
  rows: readonly R[];
  given: Assigning<R>;
  onClose(): void;
  /** Reads the list again. */
  onDone(): void;
}) {
  const [people, setPeople] = useState<readonly { id: number; name: string }[] | null>(null);
  const [chosen, setChosen] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const said = (cause: unknown) => setError((cause as Error).message);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the dialog opens
  useEffect(() => void given.people().then(setPeople, (cause: Error) => setError(cause.message)), []);
  const { words: own, nobody } = given;
  // When one seller owns all the records, that seller is not a choice.
  const others = people?.filter(({ id }) => rows.some(({ sellerId }) => sellerId !== id)) ?? [];
  const run = async () => {
    const to = chosen === NOBODY ? { id: null, name: nobody! } : others.find(({ id }) => String(id) === chosen);
    if (!to) return setError(words.choose);
    setBusy(true);
    try {
      await assignRows(rows, to, key.current, onDone, given);
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
      title={rows.length === 1 ? own.titleOne : t(own.title, { n: integer(rows.length) })}
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
      <p>{t(words.now, { sellers: sellersOf(rows, nobody) })}</p>
      <Select
        name="seller"
        label={own.to}
        empty="—"
        required
        error={error}
        help={people && others.length === 0 ? own.none : own.help}
        options={[
          ...idsOf(others),
          ...(nobody && rows.some(({ sellerId }) => sellerId !== null) ? [{ value: NOBODY, label: nobody }] : []),
        ]}
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
