import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Field } from '#site/ui/Field.tsx';
import { Items } from '../services/Items.tsx';
import { OptionRow, toldText } from './OptionRow.tsx';
import { useAmount, useBuilder, useDraft } from '../store.ts';

const say = words.version;
/** A list of more options than this has a search. */
const SEARCHED = 12;
/** The most accessories that a search shows. */
const MOST_FOUND = 50;

/** The catalogue's rules about each option: what it includes, requires, excludes. */
function hintsOf({ options, rules }: PriceSheet): Map<number, string> {
  const names = new Map(options.map(({ id, name }) => [id, name]));
  const kinds = ['includes', 'requires', 'excludes'] as const;
  return new Map(
    options.map(({ id }) => {
      const of = (kind: (typeof kinds)[number]) =>
        rules
          .filter((rule) => rule.kind === kind && rule.optionId === id)
          .flatMap(({ otherId }) => names.get(otherId) ?? [])
          .join(', ');
      const said = kinds.flatMap((kind) => (of(kind) ? [t(say.rules[kind], { names: of(kind) })] : []));
      return [id, said.join(' · ')];
    }),
  );
}

const found = (text: string, ...of: string[]) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => of.some((one) => one.toLowerCase().includes(word)));

function Group({ kind, query }: { kind: 'optional' | 'pack'; query: string }) {
  const store = useBuilder();
  const sheet = useStore(store.$sheet);
  const { optionIds } = useDraft('optionIds');
  const { options } = useStore(store.$priced);
  const told = useStore(store.$said);
  const amount = useAmount();
  const hints = useMemo(() => hintsOf(sheet), [sheet]);
  const list = sheet.options.filter(
    (one) => one.kind === kind && !one.standard && found(query, one.name, one.code, hints.get(one.id) ?? ''),
  );
  if (list.length === 0) return null;
  return (
    <fieldset className="choices">
      <legend>{say.kinds[kind]}</legend>
      {list.map(({ id, name, code, price }) => {
        const included = options.some((one) => one.id === id && one.included);
        return (
          <OptionRow
            key={id}
            id={id}
            name={name}
            code={code}
            why={hints.get(id) ?? ''}
            price={included ? say.included : amount(price)}
            checked={included || optionIds.includes(id)}
            fixed={included}
            told={told?.optionId === id ? told : undefined}
            onToggle={store.chooseOption}
          />
        );
      })}
    </fieldset>
  );
}

/** Accessories, folded until wanted unless some are chosen: a dealer may keep two thousand. */
function Accessories({ query }: { query: string }) {
  const store = useBuilder();
  const { accessories } = useStore(store.$sheet);
  const { accessoryIds } = useDraft('accessoryIds');
  const [open, setOpen] = useState(accessoryIds.length > 0);
  const matching = query
    ? accessories.filter(({ description, code }) => found(query, description, code)).slice(0, MOST_FOUND)
    : accessories;
  if (matching.length === 0) return null;
  const shown = query !== '' || open;
  return (
    <details className="choices" open={shown} onToggle={({ currentTarget }) => query || setOpen(currentTarget.open)}>
      <summary>
        {say.accessories} <small>({accessories.length})</small>
      </summary>
      {shown && <Items items={matching} chosen={accessoryIds} onToggle={store.toggleAccessory} />}
    </details>
  );
}

/** Everything that can be put on the car, in groups; long lists have a search. */
export function Options() {
  const store = useBuilder();
  const { options, accessories, stock } = useStore(store.$sheet);
  const told = useStore(store.$said);
  const [query, setQuery] = useState('');
  // A car of the stock cannot get further options.
  const extras = stock
    ? []
    : options.filter(({ kind, standard }) => !standard && (kind === 'optional' || kind === 'pack'));
  const none = query !== '' && ![...extras, ...accessories].some((one) => found(query, nameOf(one), one.code));
  return (
    <>
      {extras.length + accessories.length > SEARCHED && (
        <Field
          type="search"
          name="option-search"
          label={say.search}
          placeholder={say.searchHint}
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value.trimStart())}
        />
      )}
      {!stock && <Group kind="optional" query={query} />}
      {!stock && <Group kind="pack" query={query} />}
      <Accessories query={query} />
      {none && <p className="muted">{say.searchNone}</p>}
      <p className="sr-only" role="status">
        {told && toldText(told)}
      </p>
    </>
  );
}

const nameOf = (one: { name: string } | { description: string }) => ('name' in one ? one.name : one.description);
