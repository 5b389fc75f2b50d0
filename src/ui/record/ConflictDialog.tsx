import { useState, type ReactNode } from 'react';
import { t } from '#site/lib/intl.ts';
import { controls as words, kit } from '#site/messages/it/kit.ts';
import { Dialog } from '../Dialog.tsx';

export interface ConflictField {
  key: string;
  label: string;
  /** Formats a value of this field. */
  show: (value: unknown) => ReactNode;
}

type Values = Record<string, unknown>;
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** One of the two values of a field. */
function Choice({
  name,
  says,
  checked,
  onChoose,
  children,
}: {
  name: string;
  says: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <td>
      <label className="check">
        <input type="radio" name={name} aria-label={says} checked={checked} onChange={onChoose} />
        <span>{children}</span>
      </label>
    </td>
  );
}

/**
 * Somebody else saved first (412). The person reloads that version, or looks at each differing field and keeps one of
 * the two values. Fields that the person did not change (`base`) take the other's value by default. `onMerge` gets
 * the values to save on top of the current version.
 */
export default function ConflictDialog({
  open,
  message,
  mine,
  theirs,
  base,
  fields,
  onMerge,
  onReload,
  onClose,
}: {
  open: boolean;
  /** Says who saved. */
  message: string;
  mine: object;
  theirs: object;
  /** The values from which both people started. */
  base?: object;
  fields: readonly ConflictField[];
  onMerge: (values: Values) => void;
  onReload: () => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<Record<string, boolean>>({});
  const ours = mine as Values;
  const others = theirs as Values;
  const takesTheirs = (key: string) => chosen[key] ?? (base !== undefined && same(ours[key], (base as Values)[key]));
  const different = fields.filter(({ key }) => !same(ours[key], others[key]));
  const all = (value: boolean) => setChosen(Object.fromEntries(different.map(({ key }) => [key, value])));
  const merged = () =>
    onMerge({
      ...ours,
      ...Object.fromEntries(different.filter(({ key }) => takesTheirs(key)).map(({ key }) => [key, others[key]])),
    });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.conflict}
      size="l"
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {kit.cancel}
          </button>
          <button type="button" className="btn" onClick={onReload}>
            {words.reload}
          </button>
          <button type="button" className="btn primary" onClick={merged}>
            {words.saveChoices}
          </button>
        </>
      }
    >
      <p>
        {message} {different.length ? words.conflictText : words.conflictSame}
      </p>
      {different.length > 0 && (
        <div className="table-wrap">
          <table className="conflict">
            <thead>
              <tr>
                <th scope="col">{words.field}</th>
                <th scope="col">
                  <button type="button" className="btn small" onClick={() => all(false)}>
                    {words.keepMine}
                  </button>
                </th>
                <th scope="col">
                  <button type="button" className="btn small" onClick={() => all(true)}>
                    {words.takeTheirs}
                  </button>
                </th>
              </tr>
            </thead>
            <tbody>
              {different.map(({ key, label, show }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  {[false, true].map((other) => (
                    <Choice
                      key={String(other)}
                      name={`conflict-${key}`}
                      says={t(other ? words.takeTheirsOf : words.keepMineOf, { label })}
                      checked={takesTheirs(key) === other}
                      onChoose={() => setChosen({ ...chosen, [key]: other })}
                    >
                      {show((other ? others : ours)[key])}
                    </Choice>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
