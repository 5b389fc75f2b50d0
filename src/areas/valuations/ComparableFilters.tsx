import { integer } from '#domain/italian.ts';
import { anyCar, comparableChoices, type ComparableFilters as Wanted } from '#domain/valuations/comparables.ts';
import { t } from '#site/lib/intl.ts';
import { comparables as words } from '#site/messages/it/used-evaluation.ts';
import { Select } from '#site/ui/Field.tsx';

const says = {
  distance: (most: number) => t(words.within, { km: most }),
  years: (most: number) => (most === 0 ? words.sameYear : t(words.years[most === 1 ? 0 : 1], { n: most })),
  km: (most: number) => t(words.apart, { km: integer(most) }),
} as const;

/** What the chosen filters say, in one line; empty: all cars are compared. */
export const saidOf = (wanted: Wanted): string =>
  (Object.keys(says) as (keyof Wanted)[])
    .flatMap((key) => (wanted[key] === null ? [] : [says[key](wanted[key])]))
    .join(' · ');

interface Props {
  wanted: Wanted;
  /** The filters that can be applied to this car. */
  keys: readonly (keyof Wanted)[];
  onChange: (wanted: Wanted) => void;
}

/** Narrows the compared cars. */
export const ComparableFilters = ({ wanted, keys, onChange }: Props) => (
  <div className="comparable-filters">
    {keys.map((key) => (
      <Select
        key={key}
        label={words.filters[key]}
        name={`comparable-${key}`}
        empty={words.any}
        value={wanted[key] === null ? '' : String(wanted[key])}
        options={comparableChoices[key].map((most) => ({ value: String(most), label: says[key](most) }))}
        onChange={({ currentTarget: { value } }) => onChange({ ...wanted, [key]: value === '' ? null : Number(value) })}
      />
    ))}
    {saidOf(wanted) && (
      <button type="button" className="link" onClick={() => onChange(anyCar)}>
        {words.clear}
      </button>
    )}
  </div>
);
