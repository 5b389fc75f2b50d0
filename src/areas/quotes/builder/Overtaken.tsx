import { useState } from 'react';
import { quoteStates, type QuoteState } from '#domain/quotes/terms.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { sameValue } from '#site/ui/record/autosave.ts';
import type { ConflictField } from '#site/ui/record/ConflictDialog.tsx';
import { Facts } from '#site/ui/record/Facts.tsx';

const say = words.overtaken;

/** What was typed and is not saved: the fields that say otherwise than the record. */
const typedOver = <Draft extends object>(mine: Draft, theirs: Draft, fields: readonly ConflictField[]) =>
  fields.filter(({ key }) => !sameValue(mine[key as keyof Draft], theirs[key as keyof Draft]));

/**
 * Somebody issued or closed the quote while this person went on typing: it takes nothing in any more. What was typed is shown, and goes
 * into a revision where one may be made.
 */
export function Overtaken<Draft extends object>({
  by,
  mine,
  fields,
  onLeave,
  onRevise,
  onClose,
}: {
  by: { current: { state: QuoteState; draft: Draft }; message: string };
  mine: Draft;
  fields: readonly ConflictField[];
  /** Takes the record as it is. */
  onLeave(): void;
  /** Makes a revision that says what was typed, and goes there; absent: the person may make none. */
  onRevise?: ((typed: Partial<Draft>) => Promise<void>) | false;
  onClose(): void;
}) {
  const { state, draft } = by.current;
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const lost = typedOver(mine, draft, fields);
  const revise = (make: (typed: Partial<Draft>) => Promise<void>) => {
    setBusy(true);
    const typed = Object.fromEntries(lost.map(({ key }) => [key, mine[key as keyof Draft]])) as Partial<Draft>;
    make(typed).catch((cause: Error) => {
      setError(cause.message);
      setBusy(false);
    });
  };
  return (
    <Dialog
      open
      size="l"
      title={say.title}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onLeave}>
            {say.leave}
          </button>
          {onRevise && (
            <button
              type="button"
              className="btn primary"
              aria-busy={busy}
              disabled={busy}
              onClick={() => revise(onRevise)}
            >
              {say.revise}
            </button>
          )}
        </>
      }
    >
      <p>
        {by.message} {t(say.text, { state: quoteStates[state].label.toLowerCase() })}
      </p>
      {error && (
        <p className="callout bad" role="alert">
          {error}
        </p>
      )}
      <Facts rows={lost.map(({ key, label, show }) => [label, show(mine[key as keyof Draft])])} />
    </Dialog>
  );
}
