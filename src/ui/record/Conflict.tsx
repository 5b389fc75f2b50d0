import { useStore } from '@nanostores/react';
import { sameValue, type Saved } from './autosave.ts';
import ConflictDialog, { type ConflictField } from './ConflictDialog.tsx';
import type { RecordStore } from './record.ts';

/** Theirs, with what is the same written the same way: the server orders keys as it likes. */
const alike = <Value extends object>(mine: Value, theirs: Value) =>
  Object.fromEntries(
    Object.entries(theirs).map(([key, value]) => {
      const own = mine[key as keyof Value];
      return [key, sameValue(own, value) ? own : value];
    }),
  );

/** Somebody else saved this part of the record first: take theirs, or choose field by field. */
export function Conflict<Value extends object, Head extends Saved, Current extends Head>({
  record,
  valueOf,
  fields,
}: {
  record: RecordStore<Value, Head, Current>;
  valueOf(current: Current): Value;
  fields: readonly ConflictField[];
}) {
  const mine = useStore(record.$value);
  const state = useStore(record.$save);
  if (state.kind !== 'conflict' || !state.shown) return null;
  const { part, current, message } = state;
  const of = (value: object) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => record.partOf(key) === part)) as Partial<Value>;
  return (
    <ConflictDialog
      open
      message={message}
      mine={mine}
      base={record.autosave.base()}
      theirs={alike(mine, valueOf(current))}
      fields={fields.filter(({ key }) => record.partOf(key) === part)}
      onReload={() => void record.resolve(part, of(valueOf(current)))}
      onClose={() => record.autosave.ask(false)}
      onMerge={(chosen) => void record.resolve(part, of(chosen))}
    />
  );
}
