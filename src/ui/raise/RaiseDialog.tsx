import { useState, type FormEvent } from 'react';
import type { Raise } from '#domain/own-raise.ts';
import { CallError } from '#site/lib/call.ts';
import { kit } from '#site/messages/it/kit.ts';
import { raise as words } from '#site/messages/it/raise.ts';
import { Dialog } from '../Dialog.tsx';
import { Field, TextArea } from '../Field.tsx';

export interface Asking {
  /** Why it is asked. */
  text: string;
  /** Sends the change again; throws its refusal. */
  send(raise: Raise): Promise<void>;
  /** Gives up: with the refusal of the change when it is about something else. */
  fail(why?: Error): void;
}

/** Asks who raises their own powers for the reason and for a code of their second factor. */
export default function RaiseDialog({ text, send, fail }: Asking) {
  const [values, setValues] = useState<Raise>({ reason: '', code: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      const fields = error instanceof CallError ? (error.body.fields ?? {}) : {};
      if (!fields['raise.reason'] && !fields['raise.code']) return fail(error as Error);
      setErrors(fields);
      setBusy(false);
    }
  };
  const shared = (name: keyof Raise) => ({
    name: `raise-${name}`,
    label: words[name],
    required: true,
    error: errors[`raise.${name}`] ?? null,
    value: values[name],
  });
  return (
    <Dialog
      open
      size="s"
      title={words.title}
      onClose={() => fail()}
      actions={
        <>
          <button type="button" className="btn" onClick={() => fail()}>
            {kit.cancel}
          </button>
          <button type="submit" form="raise" className="btn primary" data-save aria-busy={busy}>
            {words.confirm}
          </button>
        </>
      }
    >
      <p className="callout">
        {text}. {words.told}
      </p>
      <form id="raise" className="dialog-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextArea
          {...shared('reason')}
          maxLength={500}
          onChange={(event) => setValues({ ...values, reason: event.currentTarget.value })}
        />
        <Field
          {...shared('code')}
          autoComplete="one-time-code"
          maxLength={40}
          onChange={(event) => setValues({ ...values, code: event.currentTarget.value })}
        />
      </form>
    </Dialog>
  );
}
