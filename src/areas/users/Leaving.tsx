import { useState } from 'react';
import type { Heir, LeavingKind } from '#domain/users/leaving.ts';
import type { TokenFate, TokenRow } from '#domain/users/tokens.ts';
import { t } from '#site/lib/intl.ts';
import { leaving as words } from '#site/messages/it/users.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { LeftToken } from './LeftToken.tsx';
import './leaving.css';

/** What was decided: to whom the work goes, and what becomes of the tokens. */
export interface Decided {
  heirs: Heir[];
  tokens: TokenFate[];
}

const STAYS = 'stays';
const NOBODY = 'nobody';
const toOf = (choice: string) => (choice === NOBODY ? null : Number(choice));

/** People who may have something of each kind, by name: who may have most comes first. */
function heirsOf(kinds: readonly LeavingKind[]) {
  const all = new Map(kinds.flatMap(({ heirs }) => heirs).map((one) => [one.id, one]));
  const share = (id: number) => kinds.filter(({ heirs }) => heirs.some((one) => one.id === id)).length;
  return [...all.values()].toSorted((a, b) => share(b.id) - share(a.id) || a.name.localeCompare(b.name, 'it'));
}

type Choices = Readonly<Record<string, string>>;

/** To whom each kind of work goes; one press gives all of it to the same colleague, as far as they may have it. */
function Work({
  who,
  kinds,
  choices,
  onChoose,
}: {
  who: string;
  kinds: readonly LeavingKind[];
  choices: Choices;
  onChoose: (choices: Choices) => void;
}) {
  const all = (choice: string) =>
    onChoose(
      Object.fromEntries(
        kinds.map(({ kind, heirs }) => [kind, heirs.some(({ id }) => String(id) === choice) ? choice : STAYS]),
      ),
    );
  return (
    <fieldset>
      <legend>{words.work}</legend>
      <p className="muted">{words.workHelp}</p>
      {kinds.length > 1 && (
        <label className="field">
          {words.all}
          <select defaultValue={STAYS} onChange={(event) => all(event.currentTarget.value)}>
            <option value={STAYS}>{t(words.stays, { who })}</option>
            {heirsOf(kinds).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {kinds.map(({ kind, text, besides, heirs, nobody }) => (
        <label key={kind} className="field kind">
          <span>
            <b>{text}</b> {besides && <small className="muted">({besides})</small>}
          </span>
          <select
            name={kind}
            value={choices[kind] ?? STAYS}
            onChange={(event) => onChoose({ ...choices, [kind]: event.currentTarget.value })}
          >
            <option value={STAYS}>{t(words.stays, { who })}</option>
            {nobody && <option value={NOBODY}>{words.nobody}</option>}
            {heirs.map(({ id, name }) => (
              <option key={id} value={id}>
                {t(words.to, { name })}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Dialog that asks, before people are blocked, to whom each kind of their work goes and what becomes of their tokens.
 * Loaded when it is opened.
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
  const [choices, setChoices] = useState<Choices>({});
  const [fates, setFates] = useState<Readonly<Record<number, TokenFate['fate']>>>({});
  const [asked, setAsked] = useState(false);
  const decided = tokens.flatMap(({ id }) => (fates[id] ? [{ id, fate: fates[id] }] : []));
  const close = () => settle(null);
  const who = names.length === 1 ? names[0]! : t(words.people, { n: names.length });
  const choose = () => {
    if (decided.length < tokens.length) return setAsked(true);
    const heirs = kinds.flatMap(({ kind }) => {
      const choice = choices[kind] ?? STAYS;
      return choice === STAYS ? [] : [{ kind, to: toOf(choice) }];
    });
    settle({ heirs, tokens: decided });
  };
  const passes = kinds.some(({ kind }) => (choices[kind] ?? STAYS) !== STAYS);
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
            {passes ? words.verbAndPass : words.verb}
          </button>
        </>
      }
    >
      <div className="leaving">
        {kinds.length > 0 && <Work who={who} kinds={kinds} choices={choices} onChoose={setChoices} />}
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
