import { useId, useRef, useState, type ReactNode } from 'react';
import { CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { kit as words } from '#site/messages/it/kit.ts';
import { madeNothing, newKey, refusalOf } from '#site/lib/forms.ts';
import { ConflictDialog } from './Conflict.tsx';
import { Dialog } from './Dialog.tsx';
import { FormFields, type FormField } from './FormFields.tsx';
import { useLeaving } from './useLeaving.tsx';
import { useSubmit } from './useSubmit.ts';

type Saved = { version?: number };

/** What goes with the values: the version that the person saw (none: a new record) and the key of this form. */
export interface SaveWith {
  version: number;
  key: string;
}

/**
 * A record in a dialog, from a list of fields: errors of the gateway at their fields, Ctrl+S and Ctrl+Invio save, leaving
 * with changes asks, somebody else's save (412) shows the differences. Without `save` it is read-only.
 */
export function RecordForm<V extends object, R extends Saved>({
  title,
  fields,
  initial,
  version = 0,
  save,
  onSaved,
  onClose,
  children,
  action,
}: {
  title: ReactNode;
  fields: readonly FormField<V>[];
  initial: V;
  version?: number | undefined;
  save?: ((values: V, saving: SaveWith) => Promise<R>) | undefined;
  onSaved: (record: R) => void;
  onClose: () => void;
  /** Below the fields: figures computed from the values, the timeline. */
  children?: (values: V) => ReactNode;
  /** Another action on the record, at the left of "Salva"; it closes the form. */
  action?: { label: string; run: () => void } | undefined;
}) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<{ message: string; requestId: string } | null>(null);
  const [theirs, setTheirs] = useState<(V & { version: number }) | null>(null);
  const [busy, setBusy] = useState(false);
  const formId = useId();
  const key = useRef('');
  const seen = useRef(version);
  const form = useRef<HTMLFormElement>(null);
  const dirty = JSON.stringify(values) !== JSON.stringify(initial);
  const { leave, saved, asking, question } = useLeaving(dirty && save !== undefined, onClose);

  const focusError = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  const send = async (chosen: V) => {
    if (!save || busy) return;
    const missing = fields.filter(({ name, required }) => required && (chosen[name] === '' || chosen[name] === null));
    if (missing.length) {
      setErrors(Object.fromEntries(missing.map(({ name }) => [name, words.required])));
      return focusError();
    }
    setBusy(true);
    setErrors({});
    setFailure(null);
    key.current ||= newKey();
    try {
      const record = await save(chosen, { version: seen.current, key: key.current });
      saved();
      onSaved(record);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (madeNothing(error.status)) key.current = '';
      if (error.status === 412 && error.body.current) setTheirs(error.body.current as V & { version: number });
      else {
        const { atFields, rest } = refusalOf(
          error.body,
          fields.map(({ name }) => name),
        );
        setErrors(atFields);
        if (rest) setFailure({ ...error.body, message: rest });
      }
      focusError();
    } finally {
      setBusy(false);
    }
  };
  const submit = useSubmit(() => void send(values));

  return (
    <>
      <Dialog
        open
        size="l"
        title={title}
        onClose={() => leave()}
        actions={
          <>
            {action && (
              <button type="button" className="btn" onClick={() => leave(action.run)}>
                {action.label}
              </button>
            )}
            <span className="grow" />
            <button type="button" className="btn" onClick={() => leave()}>
              {save ? words.cancel : words.close}
            </button>
            {save && (
              <button
                type="submit"
                form={formId}
                className="btn primary"
                data-save={!asking && !theirs ? true : undefined}
                aria-busy={busy}
              >
                {words.save}
              </button>
            )}
          </>
        }
      >
        {failure && (
          <div className="callout bad" role="alert">
            <p>
              {failure.message} {failure.requestId && <small>{t(words.requestId, { id: failure.requestId })}</small>}
            </p>
          </div>
        )}
        <form id={formId} ref={form} noValidate onSubmit={submit}>
          <FormFields
            {...{ fields, values, errors }}
            readOnly={!save}
            onChange={(change) => {
              setValues((before) => ({ ...before, ...change }));
              setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))));
            }}
          />
        </form>
        {children?.(values)}
      </Dialog>
      {question}
      {theirs && (
        <ConflictDialog
          open
          mine={values}
          theirs={theirs}
          base={initial}
          fields={fields.map(({ name, label, show }) => ({ key: name, label, ...(show ? { show } : {}) }))}
          onClose={() => setTheirs(null)}
          onReload={() => {
            seen.current = theirs.version;
            setValues(pick(theirs, initial));
            setTheirs(null);
          }}
          onMerge={(merged) => {
            seen.current = theirs.version;
            setValues(merged as V);
            setTheirs(null);
            void send(merged as V);
          }}
        />
      )}
    </>
  );
}

/** Of a whole record, only what the form edits. */
const pick = <V extends object>(record: V, like: V): V =>
  Object.fromEntries(Object.keys(like).map((name) => [name, record[name as keyof V]])) as V;
