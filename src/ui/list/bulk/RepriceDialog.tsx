import { useId, useRef, useState } from 'react';
import { integer } from '#domain/italian.ts';
import type { Repricing } from '#domain/record/priced-calls.ts';
import { CallError, whyOf } from '#site/lib/call.ts';
import { madeNothing, newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { controls, kit } from '#site/messages/it/kit.ts';
import { recordDialog as own, priced as words } from '#site/messages/it/lists.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { NumberField } from '#site/ui/NumberField.tsx';
import { useSubmit } from '#site/ui/useSubmit.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';

/** Number of preview rows shown; further ones are counted. */
const SHOWN = 8;

/** A pause in typing after which the new prices are computed. */
const PAUSE_MS = 200;

interface Repricer {
  send: (percent: number, key: string) => Promise<Repricing>;
  /** Computes the changes without saving them. */
  tell: (percent: number) => Promise<Repricing>;
  onDone: (done: Repricing) => unknown;
}

/** The percentage as it is typed, the prices it would give, and its sending. */
function useRepricing({ send, tell, onDone }: Repricer) {
  const [percent, setPercent] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [preview, setPreview] = useState<Repricing | null>(null);
  const asked = useRef(0);
  const key = useRef('');
  const refused = (cause: unknown) => {
    if (!(cause instanceof CallError)) throw cause;
    setError(whyOf(cause));
  };
  const look = async (value: number) => {
    if (asked.current === value) return;
    asked.current = value;
    setPreview(null);
    if (value === 0) return;
    await new Promise((typed) => setTimeout(typed, PAUSE_MS));
    if (asked.current !== value) return;
    const told = await tell(value).catch(refused);
    if (told && asked.current === value) setPreview(told);
  };
  /** The new prices are on the screen, or there is nothing to compute. */
  const isTold = percent === 0 || preview !== null;
  const run = async () => {
    if (busy || !isTold) return;
    if (percent === 0) return setError(controls.number);
    setBusy(true);
    setError(null);
    key.current ||= newKey();
    try {
      onDone(await send(percent, key.current));
    } catch (cause) {
      if (cause instanceof CallError && madeNothing(cause.status)) key.current = '';
      refused(cause);
    } finally {
      setBusy(false);
    }
  };
  const type = (value: number) => {
    setPercent(value);
    key.current = '';
    setError(null);
    void look(value);
  };
  return { percent, type, error, busy, preview, isTold, run };
}

/** Asks for one percentage for the chosen records and previews the new prices; the button is the confirmation. */
export default function RepriceDialog({
  count,
  help = own.repriceHelp,
  send,
  tell,
  onClose,
  onDone,
}: Repricer & {
  count: number;
  /** Explains the percentage. */
  help?: string | undefined;
  onClose: () => void;
}) {
  const formId = useId();
  const { percent, type, error, busy, preview, isTold, run } = useRepricing({ send, tell, onDone });
  const submit = useSubmit(() => void run());
  return (
    <Dialog
      open
      size="s"
      title={t(own.repriceTitle, { n: integer(count) })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {kit.cancel}
          </button>
          <button
            type="submit"
            form={formId}
            className="btn primary"
            data-save
            aria-busy={busy}
            disabled={!isTold}
            aria-describedby={`${formId}-preview`}
          >
            {words.reprice}
          </button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <NumberField
          label={own.repricePercent}
          name="percent"
          help={help}
          decimals={2}
          suffix="%"
          live
          min={-90}
          max={500}
          value={percent}
          error={error}
          onChange={type}
        />
      </form>
      {/* The preview has its full height from the start: the button stays under the pointer when the prices arrive. */}
      <div role="status" className="reprice-preview" id={`${formId}-preview`}>
        {preview ? (
          <Preview {...preview} />
        ) : (
          <p className="muted">{percent === 0 ? own.repriceWait : own.repriceBusy}</p>
        )}
      </div>
    </Dialog>
  );
}

function Preview({ changed, rows }: Repricing) {
  if (changed === 0) return <p className="muted">{own.repriceNothing}</p>;
  const shown = rows.slice(0, SHOWN);
  return (
    <TableWrap label={t(own.repriceShown, { n: integer(changed) })}>
      <table className="grid">
        <caption>{t(own.repriceShown, { n: integer(changed) })}</caption>
        <thead>
          <tr>
            <th scope="col">{own.repriceCode}</th>
            <th scope="col">{own.repriceBefore}</th>
            <th scope="col">{own.repriceAfter}</th>
          </tr>
        </thead>
        <tbody>
          {shown.flatMap(({ id, code, changes }) =>
            changes.map(({ field, from, to }) => (
              <tr key={`${id} ${field}`}>
                <td>{code}</td>
                <td className="num">{from}</td>
                <td className="num">{to}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      {changed > shown.length && <p className="muted">{t(own.andMore, { n: integer(changed - shown.length) })}</p>}
    </TableWrap>
  );
}
