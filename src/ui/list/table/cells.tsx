import type { ReactNode } from 'react';
import { dayInRome, daysBetween } from '#domain/dates.ts';
import { writtenOf } from '#domain/record/field-text.ts';
import { day, telephone } from '#domain/italian.ts';
import { netOf } from '#domain/money.ts';
import { moment } from '#site/lib/intl.ts';
import { lists as words } from '#site/messages/it/lists.ts';
import type { Tone } from '#site/ui/Bits.tsx';
import { isLoss, type Column, type Row } from './columns.ts';

export const isNumeric = ({ kind }: Column): boolean => kind === 'money' || kind === 'number' || kind === 'percent';

/** The text of a cell, or `—` when it is empty. */
export function cellText(column: Column, row: Row): string {
  if (column.kind === 'picture') return '';
  const value = column.net ? netOf(row[column.net.of] as number, row[column.net.rate] as number) : row[column.key];
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return column.empty ?? '—';
  if (Array.isArray(value)) return value.map((one) => writtenOf(column, one)).join(', ');
  if (column.kind === 'badge') return [badgeOf(column, row).label, byOf(column, row)].filter(Boolean).join(', ');
  if (column.kind === 'phone') return telephone(value as string);
  return column.kind === 'instant' ? moment(value as string) : writtenOf(column, value);
}

/** The word and colour of a row in a `badge` column. */
export function badgeOf(
  { key, badges, due, instead }: Column,
  row: Row,
  today?: string,
): { label: string; tone: Tone } {
  if (instead && row[instead.field] === true) return instead;
  const value = String(row[key]);
  const by = due && (row[due.field] as string | null);
  if (due && by && value === due.when && daysBetween(today ?? dayInRome(new Date()), by) <= due.days)
    return { label: due.label, tone: 'warn' };
  return badges?.[value] ?? { label: value, tone: 'mute' };
}

/** Who it is, and until which day. */
function byOf({ by }: Column, row: Row): string {
  const [name, until] = by ? [row[by.name], row[by.until]] : [];
  return name && until ? `${name as string}, ${day(dayInRome(new Date(until as string)))}` : '';
}

/** What a cell shows. A plain function: a component for each of a list's 600 cells would be felt at its start. */
export function cellOf(column: Column, row: Row): ReactNode {
  if (column.picture) {
    const picture = <column.picture row={row} />;
    return column.kind === 'picture' ? <span className="thumb">{picture}</span> : picture;
  }
  const phone = column.kind === 'phone' && row[column.key];
  // One press calls the number, on a phone or through a program of the PC, unless its person has asked not to be.
  if (phone && !row.silent)
    return (
      <a className="link" href={`tel:${phone as string}`}>
        {cellText(column, row)}
      </a>
    );
  if (isLoss(column, row[column.key]))
    return (
      <span className="lost">
        {cellText(column, row)} <small>{words.loss}</small>
      </span>
    );
  const marked = column.mark?.badges[String(row[column.mark.field])];
  if (marked)
    return (
      <>
        {cellText(column, row)} <span className={`badge b-${marked.tone}`}>{marked.label}</span>
      </>
    );
  if (column.kind !== 'badge' || row[column.key] === null) return cellText(column, row);
  const { label, tone } = badgeOf(column, row);
  const badge = <span className={`badge b-${tone}`}>{label}</span>;
  const by = byOf(column, row);
  if (!by) return badge;
  return (
    <>
      {badge} <small className="by">{by}</small>
    </>
  );
}
