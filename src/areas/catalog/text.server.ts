import { day, money, number, yesNo } from '#domain/italian.ts';
import type { Value } from '#domain/catalog/editions/changes.ts';
import { DAY } from '#domain/catalog/editions/day.ts';
import type { Edition } from '#domain/catalog/editions/schema.ts';
import { tableOf, type CatalogField, type CatalogKind } from '#domain/catalog/editions/tables.ts';
import { plural } from '#site/lib/icu.server.ts';
import { catalog as words } from '#site/messages/it/catalog.ts';

/** A value of the catalogue as pages write it. */
export function valueText(kind: CatalogKind, field: string, value: Value | undefined): string {
  if (value === null || value === undefined || value === '') return words.nothing;
  const { type, unit, choices }: Partial<CatalogField> = tableOf(kind).fields[field] ?? {};
  if (typeof value === 'boolean') return yesNo(value);
  if (type === 'date') return value === DAY ? words.after : day(String(value));
  if (unit === 'cents') return money(Number(value));
  if (typeof value === 'number')
    return [number(value), unit && unit !== 'percent' ? unit : unit && '%'].filter(Boolean).join(' ');
  return choices?.[value] ?? value;
}

/** What a row of a version is, where the version (by model and name) is said already. */
export const nameInVersion = ({ kind, label }: { kind: CatalogKind; label: string }, version: string): string =>
  kind === 'versions'
    ? words.data
    : kind === 'versionPrices'
      ? words.prices
      : label.startsWith(`${version} · `)
        ? label.slice(version.length + 3)
        : label;

/** Which quotes keep the list before an edition, and for how long; empty: none. */
export const keptText = ({ issuedDays, draftDays }: Pick<Edition, 'issuedDays' | 'draftDays'>): string =>
  [
    { text: words.issuedKeep, n: issuedDays },
    { text: words.draftsKeep, n: draftDays },
  ]
    .flatMap(({ text, n }) => (n > 0 ? [plural(text, { n })] : []))
    .join(' ');
