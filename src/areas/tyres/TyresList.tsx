import { DEFAULT_TAX_RATE } from '#domain/money.ts';
import type { Tyre, TyreInput } from '#domain/tyres/schema.ts';
import { builds, labelClasses, noiseClasses, pfuCategories, seasons, speeds } from '#domain/tyres/terms.ts';
import { money, percent, t } from '#site/lib/intl.ts';
import { reference } from '#site/messages/it/reference.ts';
import { tyres as words } from '#site/messages/it/tyres.ts';
import type { FormField } from '#site/ui/FormFields.tsx';
import type { ListData } from '#site/ui/list/columns.ts';
import { ReferenceList } from '#site/ui/list/ReferenceList.tsx';
import { tyresList } from './columns.ts';

const blank: TyreInput = {
  ...{ code: '', brand: '', model: '', width: 205, ratio: 55, rim: 16, build: 'standard', load: '91', speed: 'V' },
  ...{ season: 'summer', fuelClass: null, wetClass: null, noiseDb: null, noiseClass: null, snow: false },
  ...{ price: 0, cost: 0, taxRate: DEFAULT_TAX_RATE, pfu: 'B1', inStock: false },
};
const named = (list: Record<string, string>) => Object.entries(list).map(([value, label]) => ({ value, label }));
const plain = (list: readonly string[]) => list.map((value) => ({ value, label: value }));
const amount = (value: unknown) => money(value as number);
const word = (list: Record<string, string>) => (value: unknown) => list[String(value)];
const noises = Array.from({ length: 16 }, (_, index) => 62 + index);

const fields: FormField<TyreInput>[] = [
  { name: 'code', label: reference.code, kind: 'text', required: true, maxLength: 30, span: 2 },
  { name: 'brand', label: words.brand, kind: 'text', required: true, maxLength: 80, span: 2 },
  { name: 'model', label: words.model, kind: 'text', required: true, maxLength: 80, span: 2 },
  { name: 'width', label: words.width, kind: 'number', suffix: 'mm', min: 105, max: 395, span: 2 },
  { name: 'ratio', label: words.ratio, kind: 'number', suffix: '%', min: 20, max: 95, span: 2 },
  { name: 'rim', label: words.rim, kind: 'number', suffix: '"', min: 8, max: 24, span: 2 },
  { name: 'load', label: words.load, kind: 'text', required: true, maxLength: 7, span: 2 },
  { name: 'speed', label: words.speed, kind: 'choice', options: plain(speeds), span: 2 },
  { name: 'build', label: words.build, kind: 'choice', options: named(builds), span: 2, show: word(builds) },
  { name: 'season', label: words.season, kind: 'choice', options: named(seasons), span: 2, show: word(seasons) },
  { name: 'pfu', label: words.pfuLong, kind: 'choice', options: named(pfuCategories), span: 4 },
  {
    name: 'fuelClass',
    label: words.fuel,
    kind: 'choice',
    options: plain(labelClasses),
    empty: words.unstated,
    span: 2,
  },
  { name: 'wetClass', label: words.wet, kind: 'choice', options: plain(labelClasses), empty: words.unstated, span: 2 },
  { name: 'snow', label: words.snow, kind: 'check', span: 2 },
  {
    name: 'noiseDb',
    label: words.noise,
    kind: 'choice',
    options: noises.map((n) => ({ value: n, label: t(words.decibels, { n }) })),
    empty: words.unstated,
    span: 2,
  },
  {
    name: 'noiseClass',
    label: words.noiseClass,
    kind: 'choice',
    options: plain(noiseClasses),
    empty: words.unstated,
    span: 2,
  },
  { name: 'inStock', label: reference.inStock, kind: 'check', span: 2 },
  {
    name: 'price',
    label: reference.price,
    kind: 'taxable',
    rate: 'taxRate',
    min: 0,
    help: words.perTyre,
    show: amount,
  },
  { name: 'cost', label: reference.cost, kind: 'money', min: 0, help: reference.costHelp, span: 2, show: amount },
  {
    name: 'taxRate',
    label: reference.taxRate,
    kind: 'choice',
    options: [22, 10, 5, 4, 0].map((rate) => ({ value: rate, label: percent(rate) })),
    span: 1,
  },
];

interface Props {
  data: ListData;
  brands: readonly string[];
  userId: number;
  mayManage: boolean;
  record: Tyre | 'new' | null;
}

/** The tyres that the dealer sells. */
export const TyresList = ({ data, record, ...given }: Props) => (
  <ReferenceList<Tyre, TyreInput>
    spec={tyresList(given)}
    {...{ data, record, blank, fields }}
    mayManage={given.mayManage}
    titleOf={({ brand, model, size }) => `${brand} ${model} ${size}`}
  />
);
