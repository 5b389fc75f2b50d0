import { privileges } from '#domain/privileges.ts';
import { scopeTitle } from '#domain/users/scope-titles.ts';
import { takingOver } from '#domain/users/rules.ts';
import type { TokenFate, TokenRow } from '#domain/users/tokens.ts';
import { moment, t } from '#site/lib/intl.ts';
import { blockTokens as words } from '#site/messages/it/users.ts';

type Fate = TokenFate['fate'];

const titlesOf = (numbers: readonly number[]) => numbers.map(scopeTitle).join(' · ');

/** Whether a person with these privileges can take the token over, and what it would lose. */
function takingOf(token: TokenRow, held: readonly number[]) {
  const { kept, lost } = takingOver(token, held);
  if (!held.includes(privileges.managePreferences)) return { may: false, help: words.noRight };
  if (kept.length === 0) return { may: false, help: words.nothing };
  const { idle, createdBy: by } = token;
  const losses = [
    lost.length > 0 && t(words.loses, { names: titlesOf(lost) }),
    idle.length > 0 && t(words.losesIdle, { by, names: titlesOf(idle) }),
  ].filter(Boolean);
  return { may: true, help: losses.join(' ') || words.takeHelp };
}

/** What becomes of one token of somebody who is blocked: it ends, or the blocking user takes it over. */
export function LeftToken({
  token,
  held,
  fate,
  isMissing,
  onChoose,
}: {
  token: TokenRow;
  held: readonly number[];
  fate: Fate | undefined;
  isMissing: boolean;
  onChoose: (fate: Fate) => void;
}) {
  const { id, name, privileges: scopes, createdBy, lastUsedAt } = token;
  const taking = takingOf(token, held);
  const choice = (value: Fate, label: string, help: string, may: boolean) => (
    <label className="check">
      <input
        type="radio"
        name={`token-${id}`}
        checked={fate === value}
        disabled={!may}
        onChange={() => onChoose(value)}
      />
      <span>
        {label}
        <br />
        <small>{help}</small>
      </span>
    </label>
  );
  return (
    <fieldset aria-describedby={isMissing ? `token-${id}-missing` : undefined}>
      <legend>{name}</legend>
      <small>
        {t(words.of, { by: createdBy })} · {lastUsedAt ? t(words.used, { at: moment(lastUsedAt) }) : words.never}
      </small>
      <details>
        <summary>{t(words.scopes, { n: scopes.length })}</summary>
        <small>{titlesOf(scopes)}</small>
      </details>
      {choice('end', words.end, words.endHelp, true)}
      {choice('take', words.take, taking.help, taking.may)}
      {isMissing && (
        <p className="callout bad" id={`token-${id}-missing`} role="alert">
          {words.missing}
        </p>
      )}
    </fieldset>
  );
}
