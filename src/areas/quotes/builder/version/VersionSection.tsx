import { useStore } from '@nanostores/react';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { Select } from '#site/ui/Field.tsx';
import { Switch } from '#site/ui/Choice.tsx';
import { Section } from '#site/ui/record/page/Section.tsx';
import { VersionDocument } from '../documents.tsx';
import { Options } from './Options.tsx';
import { toldText, Undo } from './OptionRow.tsx';
import { Province } from '../customer/Province.tsx';
import { StockCar } from './StockCar.tsx';
import { useAmount, useBuilder } from '../store.ts';
import { Turned } from '../incentives/Turned.tsx';

type Option = PriceSheet['options'][number];
const say = words.version;

/** The colour or interior of the car, and the choices. */
function useOne(kind: 'colour' | 'interior') {
  const store = useBuilder();
  const sheet = useStore(store.$sheet);
  const look = useStore(store.$looks[kind]);
  const amount = useAmount();
  const list = sheet.options.filter((option) => option.kind === kind);
  const chosen = list.find(({ id }) => id === look);
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

/** A part of the builder's own script: `VersionPicture` would be a request more. */
const imageHref = (id: number, size: 'large' | 'small' = 'small') =>
  apiPath('GET /catalog/images/:id', { params: { id }, query: { size } });

type Image = NonNullable<PriceSheet['images']>[number];

/** The picture of a car in this paint: of the paint, else of none in particular; another paint's would mislead. */
const pictureIn = (images: readonly Image[] = [], paint: number | undefined): Image | undefined =>
  images.find(({ optionId }) => optionId !== null && optionId === paint) ??
  images.find(({ optionId }) => optionId === null);

/** The car in its paint, and all paints to choose from unless the car is painted already. */
function Paint({ model, images, fixed }: Pick<PriceSheet, 'model' | 'images'> & { fixed: boolean }) {
  const { list, chosen, price, choose } = useOne('colour');
  const label = `${model.name}${chosen ? `, ${chosen.name}` : ''}`;
  const picture = pictureIn(images, chosen?.id);
  return (
    <div className="paint-row">
      {picture ? (
        <img className="version-picture" src={imageHref(picture.id)} alt={label} width={480} height={320} />
      ) : (
        <Silhouette body={model.body} colour={chosen?.colour ?? null} label={label} />
      )}
      {list.length > 0 && !fixed && (
        <div className="swatches" role="radiogroup" aria-label={say.colour}>
          {list.map((option) => (
            <label key={option.id} title={`${option.name} · ${price(option)}`}>
              <input
                type="radio"
                name="paint"
                aria-label={`${option.name}, ${price(option)}`}
                checked={option === chosen}
                onChange={() => choose(option.id)}
              />
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <circle cx="12" cy="12" r="11" fill={option.colour ?? 'none'} />
              </svg>
            </label>
          ))}
        </div>
      )}
    </div>
  );
}

/** All pictures of the version, each opened large. */
function Pictures({ images, name }: { images: readonly Image[]; name: string }) {
  return (
    <ul className="version-pictures" aria-label={say.pictures}>
      {images.map(({ id }, at) => (
        <li key={id}>
          <a href={imageHref(id, 'large')} target="_blank" rel="noopener">
            <img src={imageHref(id)} alt={t(say.picture, { name, n: at + 1 })} width={96} height={64} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Tells what choosing a colour or interior did to other options. */
function Said() {
  const store = useBuilder();
  const told = useStore(store.$said);
  const { options } = useStore(store.$sheet);
  const kind = options.find(({ id }) => id === told?.optionId)?.kind;
  if (!told || (kind !== 'colour' && kind !== 'interior')) return null;
  return (
    <p className="callout said">
      <span className="grow">{toldText(told)}</span>
      <Undo told={told} />
    </p>
  );
}

export function VersionSection() {
  const store = useBuilder();
  const sheet = useStore(store.$sheet);
  const view = useStore(store.$view);
  const standard = sheet.options.filter((one) => one.standard && (one.kind === 'optional' || one.kind === 'pack'));
  return (
    <Section
      name="version"
      document={<VersionDocument />}
      note={useStore(store.$technical)}
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
      {sheet.stock && <StockCar car={sheet.stock} options={sheet.options} />}
      <div className="three">
        {!sheet.stock && <One kind="colour" label={say.colour} />}
        {!sheet.stock && <One kind="interior" label={say.interior} />}
        <Province />
      </div>
      <Paint model={sheet.model} images={sheet.images} fixed={sheet.stock !== null} />
      {sheet.images && <Pictures images={sheet.images} name={sheet.model.name} />}
      <Said />
      <Options />
      {standard.length > 0 && (
        <details className="choices">
          <summary>{t(say.equipment, { n: standard.length })}</summary>
          <p className="muted">{standard.map((one) => one.name).join(' · ')}</p>
        </details>
      )}
      <Turned section="version" />
    </Section>
  );
}
