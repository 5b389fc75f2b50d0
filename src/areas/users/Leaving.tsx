import { useState } from 'react';
import type { Heir, LeavingKind } from '#domain/users/leaving.ts';
import type { TokenFate, TokenRow } from '#domain/users/tokens.ts';
import { t } from '#site/lib/intl.ts';
import { leaving as words } from '#site/messages/it/users.ts';
import { heirsIn, proposedTo, Work } from '#site/parts/work/Work.tsx';
import { Dialog } from '#site/ui/Dialog.tsx';
import { LeftToken } from './LeftToken.tsx';
import './leaving.css';

/** What was decided: to whom the work goes, and what becomes of the tokens. */
export interface Decided {
  heirs: Heir[];
  tokens: TokenFate[];
}

/**
 * Dialog that asks, before people are blocked, to whom each kind of their open work goes (only what is closed stays with
 * their name) and what becomes of their tokens. Loaded when it is opened.
 */
export default function Leaving({
  names,
  kinds,
  tokens,
  held,
  settle,
}: {
  names: readonly string[];
  kinds: readonly LeavingKind[];
  tokens: readonly TokenRow[];
  held: readonly number[];
  /** Receives what was decided, or null when the person cancels the block. */
  settle: (decided: Decided | null) => void;
}) {
  const [choices, setChoices] = useState(() => proposedTo(kinds));
  const [fates, setFates] = useState<Readonly<Record<number, TokenFate['fate']>>>({});
  const [asked, setAsked] = useState(false);
  const decided = tokens.flatMap(({ id }) => (fates[id] ? [{ id, fate: fates[id] }] : []));
  const close = () => settle(null);
  const who = names.length === 1 ? names[0]! : t(words.people, { n: names.length });
  const heirs = heirsIn(kinds, choices);
  const choose = () => (decided.length < tokens.length ? setAsked(true) : settle({ heirs, tokens: decided }));
  return (
    <Dialog
      open
      title={t(words.title, { who })}
      tone="danger"
      onClose={close}
      actions={
        <>
          <button type="button" className="btn" onClick={close}>
            {words.cancel}
          </button>
          <button type="button" className="btn danger" onClick={choose}>
            {heirs.length > 0 ? words.verbAndPass : words.verb}
          </button>
        </>
      }
    >
      <div className="leaving">
        {kinds.length > 0 && (
          <Work legend={words.work} help={words.workHelp} kinds={kinds} choices={choices} onChoose={setChoices} />
        )}
        {tokens.length > 0 && <p>{words.tokens}</p>}
        {tokens.map((token) => (
          <LeftToken
            key={token.id}
            token={token}
            held={held}
            fate={fates[token.id]}
            isMissing={asked && !fates[token.id]}
            onChoose={(fate) => setFates({ ...fates, [token.id]: fate })}
          />
        ))}
      </div>
    </Dialog>
  );
}
