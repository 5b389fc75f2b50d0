import { useState, type ReactNode } from 'react';
import { t } from '#site/lib/intl.ts';
import { controls as words, kit } from '#site/messages/it/kit.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';

/** A field by which two versions are compared; a field of a form is one. */
export interface ConflictField {
  name: string;
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
  const takesTheirs = (name: string) =>
    chosen[name] ?? (base !== undefined && same(ours[name], (base as Values)[name]));
  const different = fields.filter(({ name }) => !same(ours[name], others[name]));
  const all = (value: boolean) => setChosen(Object.fromEntries(different.map(({ name }) => [name, value])));
  const merged = () =>
    onMerge({
      ...ours,
      ...Object.fromEntries(different.filter(({ name }) => takesTheirs(name)).map(({ name }) => [name, others[name]])),
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
        <TableWrap label={words.conflict}>
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
              {different.map(({ name, label, show }) => (
                <tr key={name}>
                  <th scope="row">{label}</th>
                  {[false, true].map((other) => (
                    <Choice
                      key={String(other)}
                      name={`conflict-${name}`}
                      says={t(other ? words.takeTheirsOf : words.keepMineOf, { label })}
                      checked={takesTheirs(name) === other}
                      onChoose={() => setChosen({ ...chosen, [name]: other })}
                    >
                      {show((other ? others : ours)[name])}
                    </Choice>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      )}
    </Dialog>
  );
}
