import { lazy, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { controls, kit as words } from '#site/messages/it/kit.ts';
import { madeNothing, newKey, refusalOf } from '#site/lib/forms.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { useKeptFocus } from '#site/ui/useKeptFocus.ts';
import { useLeaving } from '#site/ui/useLeaving.tsx';
import { useSubmit } from '#site/ui/useSubmit.ts';
import { missingOf, pathsOf, sentOf, shownOf, type FormField } from './form.ts';
import { FormFields } from './FormFields.tsx';
import { FormCard } from './FormCard.tsx';
import { FormParts } from './FormParts.tsx';
import { FormPage, type FormPart } from './FormPage.tsx';
import { Parts } from './Parts.tsx';

// Loads when somebody else saved first.
const ConflictDialog = lazy(() => import('../page/ConflictDialog.tsx'));

/** Sent with the values: the version that the person saw (none: a new record) and the idempotency key of this form. */
export interface SaveWith {
  version: number;
  key: string;
}

interface FormProps<V extends object, R> {
  title: ReactNode;
  fields: readonly FormField<V>[];
  initial: V;
  /** What was typed or found before the form opened: it is asked about like what is typed here. */
  typed?: Partial<V> | undefined;
  version?: number | undefined;
  save?: ((values: V, saving: SaveWith) => Promise<R>) | undefined;
  /**
   * Errors by field, from rules that the browser knows. While `typing`, only errors that further typing cannot
   * correct.
   */
  check?: (values: V, typing: boolean) => Record<string, string>;
  /**
   * Values for other fields that follow from a change, computed after each one; they never replace a value that the
   * person typed.
   */
  follows?: (change: Partial<V>, values: V) => Partial<V> | Promise<Partial<V>>;
  /** The label of the save button, which may name the day from which the values hold. */
  verb?: string | ((values: V) => string);
  /** `goesOn`: by the second button. */
  onSaved: (record: R, goesOn: boolean) => void;
  onClose: () => void;
  /** A second button that saves, too, and says what comes after it. */
  goesOn?: string | undefined;
  /** How large its dialog is; `side`: what it is about stays visible. */
  size?: 'l' | 'side' | undefined;
  /** Shown above the fields: what people should know before they type. */
  note?: string | undefined;
  /** The form takes the place of the card that shows the values. */
  card?: boolean;
  /** Drawn below the fields: figures computed from the values, proposals that fill fields, the timeline. */
  children?: (values: V, fill: (patch: Partial<V>) => void) => ReactNode;
  /** Another action on the record, at the left of "Salva"; it closes the form. */
  action?: { label: string; run: () => void } | undefined;
  /** On a page of its own the fields stand in parts, and `children` beside them. */
  parts?: readonly FormPart[] | undefined;
}

/** Milliseconds that a save waits for values that follow from the last change. */
const MOST_WAIT = 2000;

/** The typed values, the values that follow from them, and their errors. */
function useTyped<V extends object, R>({ fields, initial, typed, version, check, follows }: FormProps<V, R>) {
  const [values, setValues] = useState<V>({ ...initial, ...typed });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const live = useRef(values);
  useEffect(() => {
    live.current = values;
  });
  /** The values that `follows` put into fields: it may replace them. */
  const filled = useRef<Record<string, unknown>>({});

  const set = (patch: Partial<V>) => {
    live.current = { ...live.current, ...patch };
    setValues((before) => ({ ...before, ...patch }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in patch))));
  };
  /** Fills in the values that follow from a change, except where the person typed something else. */
  const follow = async (patch: Partial<V>) => {
    const more = await follows?.(patch, { ...values, ...patch });
    if (!more) return;
    const open = ([name, value]: [string, unknown]) => {
      const now = live.current[name as keyof V];
      // What stands and would follow from the beginning on may be replaced by what follows later.
      if (value === now) return value === initial[name as keyof V];
      return now === null || now === '' || now === filled.current[name];
    };
    const fresh = Object.fromEntries(Object.entries(more).filter(open)) as Partial<V>;
    filled.current = { ...filled.current, ...fresh };
    set(fresh);
  };
  useEffect(() => {
    // A new record may start with values typed elsewhere.
    if (!version) void follow(values);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  const following = useRef<Promise<unknown>>(Promise.resolve());
  const change = (patch: Partial<V>) => {
    set(patch);
    following.current = follow(patch);
  };
  /** The values, once those that follow from the last change are in; they are not waited for long. */
  const settled = async (): Promise<V> => {
    await Promise.race([following.current, new Promise((done) => setTimeout(done, MOST_WAIT))]);
    return live.current;
  };
  const wrong = (chosen: V) => ({ ...missingOf(fields, chosen, controls.required), ...check?.(chosen, false) });
  return { values, setValues, change, settled, errors, setErrors, wrong };
}

/** Sends the values, and keeps the server's objection until the person has decided. */
function useSend<V extends object, R>(
  { fields, version = 0, save, onSaved }: FormProps<V, R>,
  { wrong, setErrors, settled }: Pick<ReturnType<typeof useTyped<V, R>>, 'wrong' | 'setErrors' | 'settled'>,
  { leaving, focusError }: { leaving: () => void; focusError: () => void },
) {
  const [failure, setFailure] = useState<Refusal | null>(null);
  const [theirs, setTheirs] = useState<(V & { version: number }) | null>(null);
  const [whose, setWhose] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const seen = useRef(version);
  const sending = useRef(false);
  const send = async (merged?: V, goesOn = false) => {
    if (!save || sending.current) return;
    sending.current = true;
    setBusy(true);
    const chosen = merged ?? (await settled());
    const own = wrong(chosen);
    setErrors(own);
    setFailure(null);
    key.current ||= newKey();
    try {
      // The server would refuse it, too: until then the press after a correction would do nothing.
      if (pathsOf(fields, chosen).some((path) => own[path])) return focusError();
      const record = await save(sentOf(fields, chosen), { version: seen.current, key: key.current });
      leaving();
      onSaved(record, goesOn);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (madeNothing(error.status)) key.current = '';
      if (error.status === 412 && error.body.current) {
        setWhose(error.message);
        setTheirs(error.body.current as V & { version: number });
      } else {
        const { atFields, rest } = refusalOf(error.body, pathsOf(fields, chosen));
        setErrors({ ...own, ...atFields });
        if (rest) setFailure({ ...error.body, message: rest });
      }
      focusError();
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  /** `over` is the version that the other person saved; without it the person decides later. */
  const decided = (over?: number) => {
    if (over !== undefined) seen.current = over;
    setTheirs(null);
  };
  return { send, busy, failure, theirs, whose, decided };
}

/** Sends the form by its own button, or by the second one. */
function useTwoWays(form: RefObject<HTMLFormElement | null>, send: (goesOn: boolean) => void, refuse: () => void) {
  const second = useRef(false);
  const submit = useSubmit(() => send(second.current), refuse);
  const goOn = () => {
    second.current = true;
    form.current?.requestSubmit();
    second.current = false;
  };
  return { submit, goOn };
}

/**
 * The form of a record from a list of fields, in a dialog or on a page of its own. It shows all errors at their
 * fields at once, saves on Ctrl+S and Ctrl+Invio, asks before changes are lost, and shows the differences when
 * somebody else saved first (412). Without `save` it is read-only.
 */
export function RecordForm<V extends object, R>(props: FormProps<V, R>) {
  const { title, fields, initial, save, check, verb = words.save, onClose } = props;
  const { note, card, children, action, parts, size = 'l' } = props;
  const typed = useTyped(props);
  const { values, setValues, errors } = typed;
  const formId = useId();
  const form = useKeptFocus<HTMLFormElement>();
  const dirty = JSON.stringify(values) !== JSON.stringify(initial);
  const { leave, saved, asking, question } = useLeaving(dirty && save !== undefined, onClose);
  const focusError = () => requestAnimationFrame(() => focusWrong(form.current));
  const { send, busy, failure, theirs, whose, decided } = useSend(props, typed, { leaving: saved, focusError });
  const { submit, goOn } = useTwoWays(
    form,
    (goesOn) => void send(undefined, goesOn),
    () => typed.setErrors(typed.wrong(values)),
  );
  const actions = (
    <Actions
      form={formId}
      action={action && { label: action.label, run: () => leave(action.run) }}
      leave={() => leave()}
      save={save && { verb: typeof verb === 'string' ? verb : verb(values), busy, byKeys: !asking && !theirs }}
      second={save && props.goesOn ? { label: props.goesOn, run: goOn } : undefined}
    />
  );
  const refused = failure && <Refused {...failure} />;
  const fieldsOf = (some: readonly FormField<V>[]) => (
    <FormFields
      fields={some}
      values={values}
      parts={FormParts}
      errors={{ ...check?.(values, true), ...errors }}
      readOnly={!save}
      onChange={typed.change}
    />
  );
  /** Goes on with these values over what the other person saved. */
  const take = (over: V): V => {
    setValues(over);
    decided(theirs!.version);
    return over;
  };
  const formProps = { id: formId, ref: form, tabIndex: -1, noValidate: true, onSubmit: submit };

  return (
    <>
      {card ? (
        <FormCard
          title={title}
          note={note}
          actions={actions}
          refused={refused}
          beside={children?.(values, typed.change)}
          onLeave={() => leave()}
        >
          <form {...formProps}>{fieldsOf(fields)}</form>
        </FormCard>
      ) : parts ? (
        <FormPage title={title} actions={actions} refused={refused} beside={children?.(values, typed.change)}>
          <form {...formProps}>
            <Parts
              parts={parts}
              fields={fields}
              values={values}
              errors={errors}
              mayEdit={save !== undefined}
              fieldsOf={fieldsOf}
            />
          </form>
        </FormPage>
      ) : (
        <Dialog open size={size} title={title} actions={actions} onClose={() => leave()}>
          {note && <p className="callout">{note}</p>}
          {refused}
          <form {...formProps}>{fieldsOf(fields)}</form>
          {children?.(values, typed.change)}
        </Dialog>
      )}
      {question}
      <OnDemand>
        {theirs && (
          <ConflictDialog
            open
            message={whose}
            mine={values}
            theirs={theirs}
            base={initial}
            fields={shownOf(fields, values)}
            onClose={() => decided()}
            onReload={() => take(pick(theirs, initial))}
            onMerge={(merged) => void send(take(merged as V))}
          />
        )}
      </OnDemand>
    </>
  );
}

/** The buttons of a form: another action on the record, leaving, and saving where it may be changed. */
function Actions({
  form,
  action,
  leave,
  save,
  second,
}: {
  form: string;
  action: { label: string; run: () => void } | undefined;
  leave: () => void;
  /** `byKeys`: Ctrl+S and Ctrl+Invio press it. */
  save: { verb: string; busy: boolean; byKeys: boolean } | undefined;
  second: { label: string; run: () => void } | undefined;
}) {
  return (
    <>
      {action && (
        <button type="button" className="btn" onClick={action.run}>
          {action.label}
        </button>
      )}
      <span className="grow" />
      <button type="button" className="btn" onClick={leave}>
        {save ? words.cancel : words.close}
      </button>
      {second && (
        <button type="button" className="btn" aria-busy={save?.busy} onClick={second.run}>
          {second.label}
        </button>
      )}
      {save && (
        <button
          type="submit"
          form={form}
          className="btn primary"
          data-save={save.byKeys ? true : undefined}
          aria-busy={save.busy}
        >
          {save.verb}
        </button>
      )}
    </>
  );
}

function focusWrong(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid]');
  wrong?.focus();
  // The middle of the window also leaves room for the message below the field.
  wrong?.scrollIntoView({ block: 'center' });
}

interface Refusal {
  message: string;
  requestId: string;
}

/** The server's objection to the record as a whole. */
function Refused({ message, requestId }: Refusal) {
  return (
    <div className="callout bad" role="alert">
      <p>
        {message} {requestId && <small>{t(words.requestId, { id: requestId })}</small>}
      </p>
    </div>
  );
}

/** Only the keys of the record that the form edits. */
export const pick = <V extends object>(record: V, like: V): V =>
  Object.fromEntries(Object.keys(like).map((name) => [name, record[name as keyof V]])) as V;
