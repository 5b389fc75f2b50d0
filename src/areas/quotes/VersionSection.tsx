import { useStore } from '@nanostores/react';
import { netOf } from '#domain/money.ts';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { money, t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Silhouette } from '#site/ui/Silhouette.tsx';
import { Select } from '#site/ui/Field.tsx';
import { Switch } from '#site/ui/Choice.tsx';
import { useProblem } from './problems.ts';
import { Section } from './Section.tsx';
import { useBuilder } from './store.ts';

type Option = PriceSheet['options'][number];
const say = words.version;

/** Net or VAT-inclusive, as the switch of the section says. */
const useAmount = () => {
  const { $view, $sheet } = useBuilder();
  const { net } = useStore($view);
  const { taxRate } = $sheet.get().params;
  return (cents: number) => money(net ? netOf(cents, taxRate) : cents);
};

/** What the rules of the catalogue say about an option, for the line under its name. */
function hints(option: Option, sheet: PriceSheet): string {
  const names = (kind: PriceSheet['rules'][number]['kind']) =>
    sheet.rules
      .filter((rule) => rule.kind === kind && rule.optionId === option.id)
      .flatMap((rule) => sheet.options.find((other) => other.id === rule.otherId)?.name ?? [])
      .join(', ');
  return (['includes', 'requires', 'excludes'] as const)
    .flatMap((kind) => (names(kind) ? [t(say[kind], { names: names(kind) })] : []))
    .join(' · ');
}

/** The colour or interior that is on the car: chosen or brought by a pack, else the standard one. */
function useOne(kind: 'colour' | 'interior') {
  const store = useBuilder();
  const sheet = useStore(store.$sheet);
  const { options } = useStore(store.$priced);
  const amount = useAmount();
  const list = sheet.options.filter((option) => option.kind === kind);
  const chosen = list.find(({ id }) => options.some((one) => one.id === id)) ?? list.find((option) => option.standard);
  const price = (option: Option) => (option.standard || option.price === 0 ? say.standard : amount(option.price));
  return { list, chosen, price, choose: (id: number) => id !== chosen?.id && store.chooseOption(id) };
}

function One({ kind, label }: { kind: 'colour' | 'interior'; label: string }) {
  const { list, chosen, price, choose } = useOne(kind);
  if (list.length === 0) return null;
  return (
    <Select
      name={kind}
      label={label}
      value={String(chosen?.id ?? '')}
      options={list.map((option) => ({ value: String(option.id), label: `${option.name} · ${price(option)}` }))}
      onChange={(event) => choose(Number(event.currentTarget.value))}
    />
  );
}

/** The car in its paint, and every paint to press on. */
function Paint({ model }: Pick<PriceSheet, 'model'>) {
  const { list, chosen, price, choose } = useOne('colour');
  return (
    <div className="paint-row">
      <Silhouette
        body={model.body}
        colour={chosen?.colour ?? null}
        label={`${model.name}${chosen ? `, ${chosen.name}` : ''}`}
      />
      {list.length > 0 && (
        <div className="swatches" role="group" aria-label={say.colour}>
          {list.map((option) => (
            <button
              key={option.id}
              type="button"
              title={`${option.name} · ${price(option)}`}
              aria-label={option.name}
              aria-pressed={option === chosen}
              onClick={() => choose(option.id)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <circle cx="12" cy="12" r="11" fill={option.colour ?? 'none'} />
              </svg>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Options({ kind, label }: { kind: 'optional' | 'pack'; label: string }) {
  const store = useBuilder();
  const sheet = useStore(store.$sheet);
  const draft = useStore(store.$draft);
  const priced = useStore(store.$priced);
  const amount = useAmount();
  const list = sheet.options.filter((option) => option.kind === kind && !option.standard);
  if (list.length === 0) return null;
  return (
    <fieldset className="choices">
      <legend>{label}</legend>
      {list.map((option) => {
        const included = priced.options.some((one) => one.id === option.id && one.included);
        const text = hints(option, sheet);
        return (
          <label className="opt" key={option.id}>
            <input
              type="checkbox"
              checked={included || draft.optionIds.includes(option.id)}
              disabled={included}
              onChange={() => store.chooseOption(option.id)}
            />
            <span>
              {option.name}{' '}
              <small>
                {option.code}
                {text && ` · ${text}`}
              </small>
            </span>
            <span className="num">{included ? say.included : amount(option.price)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

function Accessories() {
  const store = useBuilder();
  const sheet = useStore(store.$sheet);
  const { accessoryIds } = useStore(store.$draft);
  const amount = useAmount();
  if (sheet.accessories.length === 0) return null;
  const toggled = (id: number) =>
    accessoryIds.includes(id) ? accessoryIds.filter((one) => one !== id) : [...accessoryIds, id];
  return (
    <details className="choices" open={accessoryIds.length > 0 || undefined}>
      <summary>
        {say.accessories} <small>({sheet.accessories.length})</small>
      </summary>
      {sheet.accessories.map((accessory) => (
        <label className="opt" key={accessory.id}>
          <input
            type="checkbox"
            checked={accessoryIds.includes(accessory.id)}
            onChange={() => store.change({ accessoryIds: toggled(accessory.id) })}
          />
          <span>
            {accessory.description} <small>{accessory.code}</small>
          </span>
          <span className="num">{amount(accessory.price)}</span>
        </label>
      ))}
    </details>
  );
}

/** What choosing one thing did to others, with the way back. */
function Said() {
  const store = useBuilder();
  const said = useStore(store.$said);
  return (
    <div aria-live="polite">
      {said && (
        <p className="callout said">
          <span className="grow">
            {said.added.length > 0 && t(say.added, { names: said.added.join(', ') })}{' '}
            {said.removed.length > 0 && t(say.removed, { names: said.removed.join(', ') })}
          </span>
          <button
            type="button"
            className="btn small"
            onClick={() => store.change({ optionIds: said.before.optionIds })}
          >
            {words.cancel}
          </button>
        </p>
      )}
    </div>
  );
}

export function VersionSection() {
  const store = useBuilder();
  const sheet = useStore(store.$sheet);
  const draft = useStore(store.$draft);
  const view = useStore(store.$view);
  const problem = useProblem();
  const { version } = sheet;
  const standard = sheet.options.filter((one) => one.standard && (one.kind === 'optional' || one.kind === 'pack'));
  return (
    <Section
      name="version"
      note={`${version.kw} kW · ${version.co2} g/km · ${fuels[version.fuel]} · ${gearboxes[version.gearbox]}`}
      aside={
        <Switch
          label={words.amounts}
          value={view.net}
          options={[
            { value: false, label: words.gross },
            { value: true, label: words.net },
          ]}
          onChange={(net) => store.$view.set({ ...view, net })}
        />
      }
    >
      <div className="three">
        <One kind="colour" label={say.colour} />
        <One kind="interior" label={say.interior} />
        <Select
          name="province"
          label={say.province}
          value={draft.province}
          error={problem('province')}
          options={sheet.provinces.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
          onChange={(event) => store.change({ province: event.currentTarget.value })}
        />
      </div>
      <Paint model={sheet.model} />
      <Said />
      <Options kind="optional" label={say.optional} />
      <Options kind="pack" label={say.pack} />
      <Accessories />
      {standard.length > 0 && (
        <details className="choices">
          <summary>{t(say.equipment, { n: standard.length })}</summary>
          <p className="muted">{standard.map((one) => one.name).join(' · ')}</p>
        </details>
      )}
    </Section>
  );
}
