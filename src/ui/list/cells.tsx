import type { ReactNode } from 'react';
import { dayInRome, daysBetween } from '#domain/dates.ts';
import { netOf } from '#domain/money.ts';
import { day, integer, moment, money, percent } from '#site/lib/intl.ts';
import { kit as words } from '#site/messages/it/kit.ts';
import type { Tone } from '../Bits.tsx';
import type { Column, Row } from './columns.ts';

export const isNumeric = ({ kind }: Column): boolean => kind === 'money' || kind === 'number' || kind === 'percent';

/** The text of a cell; `—` where there is nothing. */
export function cellText(column: Column, row: Row): string {
  const value = column.net ? netOf(row[column.net.of] as number, row[column.net.rate] as number) : row[column.key];
  if (value === null || value === undefined || value === '') return column.empty ?? '—';
  switch (column.kind) {
    case 'money':
      return money(value as number);
    case 'day':
      return day(value as string);
    case 'instant':
      return moment(value as string);
    case 'number':
      return column.suffix ? `${integer(value as number)} ${column.suffix}` : integer(value as number);
    case 'percent':
      return percent(value as number);
    case 'bool':
      return value ? words.yes : words.no;
    case 'badge':
      return badgeOf(column, row).label;
    case 'text':
      return String(value);
  }
}

/** Word and colour of a `badge` column for a row. */
export function badgeOf(
  { key, badges, due }: Column,
  row: Row,
  today = dayInRome(new Date()),
): { label: string; tone: Tone } {
  const value = String(row[key]);
  const by = due && (row[due.field] as string | null);
  if (due && by && value === due.when && daysBetween(today, by) <= due.days) return { label: due.label, tone: 'warn' };
  return badges?.[value] ?? { label: value, tone: 'mute' };
}

export function Cell({ column, row }: { column: Column; row: Row }): ReactNode {
  if (column.kind !== 'badge') return cellText(column, row);
  const { label, tone } = badgeOf(column, row);
  return <span className={`badge b-${tone}`}>{label}</span>;
}
