import { useRef, useState } from 'react';
import { quoteStates, type QuoteState } from '#domain/quotes/terms.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { sameValue, type Autosave } from '#site/ui/record/autosave.ts';
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
export function Overtaken<Draft extends object, Current extends { state: QuoteState; draft: Draft }>({
  store: { adopt, autosave },
  by,
  mine,
  fields,
  mayRevise,
  revise,
  save,
}: {
  store: {
    adopt(current: Current): void;
    autosave: Pick<Autosave<Draft, never, never>, 'ask' | 'forget'>;
  };
  by: { current: Current; message: string };
  mine: Draft;
  fields: readonly ConflictField[];
  mayRevise: boolean;
  /** Makes the revision, once for a key. */
  revise(key: string): Promise<Current & { href: string }>;
  /** Writes what was typed into it. */
  save(made: Current, body: Draft): Promise<unknown>;
}) {
  const { state, draft } = by.current;
  const key = useRef('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const lost = typedOver(mine, draft, fields);
  const goOn = async () => {
    const typed = Object.fromEntries(lost.map(({ key: name }) => [name, mine[name as keyof Draft]]));
    const made = await revise((key.current ||= newKey()));
    await save(made, { ...made.draft, ...typed });
    autosave.forget();
    location.assign(made.href);
  };
  const press = () => {
    setBusy(true);
    goOn().catch((cause: Error) => {
      setError(cause.message);
      setBusy(false);
    });
  };
  return (
    <Dialog
      open
      size="l"
      title={say.title}
      onClose={() => autosave.ask(false)}
      actions={
        <>
          <button type="button" className="btn" onClick={() => adopt(by.current)}>
            {say.leave}
          </button>
          {mayRevise && (
            <button type="button" className="btn primary" aria-busy={busy} disabled={busy} onClick={press}>
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
      <Facts rows={lost.map(({ key: name, label, show }) => [label, show(mine[name as keyof Draft])])} />
    </Dialog>
  );
}
