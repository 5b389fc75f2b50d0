import { useId, useRef, useState } from 'react';
import { CallError } from '#site/lib/call.ts';
import { madeNothing, newKey } from '#site/lib/forms.ts';
import { integer, t } from '#site/lib/intl.ts';
import { kit } from '#site/messages/it/kit.ts';
import { reference as words } from '#site/messages/it/reference.ts';
import { Dialog } from '../Dialog.tsx';
import { NumberField } from '../NumberField.tsx';
import { useSubmit } from '../useSubmit.ts';

/** One percentage for the chosen records; the button is the confirmation. */
export default function RepriceDialog({
  count,
  send,
  onClose,
  onDone,
}: {
  count: number;
  send: (percent: number, key: string) => Promise<{ changed: number }>;
  onClose: () => void;
  onDone: (changed: number) => void;
}) {
  const [percent, setPercent] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const formId = useId();
  const run = async () => {
    if (busy) return;
    if (percent === 0) return setError(kit.number);
    setBusy(true);
    setError(null);
    key.current ||= newKey();
    try {
      onDone((await send(percent, key.current)).changed);
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      if (madeNothing(cause.status)) key.current = '';
      setError(Object.values(cause.body.fields ?? {})[0] ?? cause.message);
    } finally {
      setBusy(false);
    }
  };
  const submit = useSubmit(() => void run());
  return (
    <Dialog
      open
      size="s"
      title={t(words.repriceTitle, { n: integer(count) })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {kit.cancel}
          </button>
          <button type="submit" form={formId} className="btn primary" data-save aria-busy={busy}>
            {words.reprice}
          </button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <NumberField
          label={words.repricePercent}
          name="percent"
          help={words.repriceHelp}
          decimals
          suffix="%"
          min={-90}
          max={500}
          value={percent}
          error={error}
          onChange={(value) => {
            setPercent(value);
            key.current = '';
            setError(null);
          }}
        />
      </form>
    </Dialog>
  );
}
