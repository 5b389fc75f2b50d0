import type { Heir, LeavingKind } from '#domain/users/leaving.ts';
import { t } from '#site/lib/intl.ts';
import { work as words } from '#site/messages/it/work.ts';
import './work.css';

const STAYS = 'stays';
const NOBODY = 'nobody';

/** To whom each kind of work goes: the id of a colleague, nobody, or where it is. */
export type Choices = Readonly<Record<string, string>>;

/** People who may have something of each kind: who is there and may have most comes first, then in the order in which they are proposed. */
function heirsOf(kinds: readonly LeavingKind[]) {
  const all = new Map(kinds.flatMap(({ heirs }) => heirs).map((one) => [one.id, one]));
  const share = (id: number) => kinds.filter(({ heirs }) => heirs.some((one) => one.id === id)).length;
  return [...all.values()].toSorted((a, b) => Number(a.absent) - Number(b.absent) || share(b.id) - share(a.id));
}

/** All of it to one colleague, as far as they may have it; what they may not have goes to another, or to nobody. */
const allTo = (kinds: readonly LeavingKind[], choice: string): Choices =>
  Object.fromEntries(
    kinds.map(({ kind, heirs, nobody }) => {
      const heir = heirs.find(({ id }) => String(id) === choice) ?? (nobody ? undefined : heirs[0]);
      return [kind, heir ? String(heir.id) : nobody ? NOBODY : STAYS];
    }),
  );

/** What is proposed: all of it to who may have most. */
export const proposedTo = (kinds: readonly LeavingKind[]): Choices => allTo(kinds, String(heirsOf(kinds)[0]?.id ?? ''));

/** What was chosen, as a call takes it: kinds that stay are not named. */
export const heirsIn = (kinds: readonly LeavingKind[], choices: Choices): Heir[] =>
  kinds.flatMap(({ kind }) => {
    const choice = choices[kind] ?? STAYS;
    return choice === STAYS ? [] : [{ kind, to: choice === NOBODY ? null : Number(choice) }];
  });

/**
 * To whom each kind of work goes; one press gives all of it to the same colleague, as far as they may have it. `stays`: in
 * words, that it stays where it is; absent: it stays only where nobody may have it.
 */
export function Work({
  legend,
  help,
  kinds,
  choices,
  stays,
  onChoose,
}: {
  legend: string;
  help: string;
  kinds: readonly LeavingKind[];
  choices: Choices;
  stays?: string;
  onChoose: (choices: Choices) => void;
}) {
  return (
    <fieldset className="work">
      <legend>{legend}</legend>
      <p className="muted">{help}</p>
      {kinds.length > 1 && (
        <label className="field">
          {words.all}
          <select
            defaultValue={heirsOf(kinds)[0]?.id}
            onChange={(event) =>
              onChoose(event.currentTarget.value === STAYS ? {} : allTo(kinds, event.currentTarget.value))
            }
          >
            {stays !== undefined && <option value={STAYS}>{stays}</option>}
            {heirsOf(kinds).map(({ id, name, absent }) => (
              <option key={id} value={id}>
                {absent ? t(words.absent, { name }) : name}
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
            {(stays !== undefined || (heirs.length === 0 && !nobody)) && (
              <option value={STAYS}>{stays ?? words.stays}</option>
            )}
            {nobody && <option value={NOBODY}>{words.nobody}</option>}
            {heirs.map(({ id, name, absent }) => (
              <option key={id} value={id}>
                {t(absent ? words.toAbsent : words.to, { name })}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}
