/** How files are written: days, who sees them. */
import { backUntil, endOf } from '#domain/files/rules.ts';
import type { FileRow, FolderRow } from '#domain/files/schema.ts';
import { dayInRome, daysBetween } from '#domain/dates.ts';
import { day, integer } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { files as words } from '#site/messages/it/files.ts';
import type { Tone } from '#domain/record/machine.ts';

/** The day on which a file ends, in words; null: it does not. */
export function endText({ expiresOn }: FileRow, today: string): { text: string; note: string; tone: Tone } | null {
  if (expiresOn === null) return null;
  const state = endOf(expiresOn, today);
  if (state === 'over')
    return { text: day(expiresOn), note: t(words.hidden, { day: day(backUntil(expiresOn)) }), tone: 'bad' };
  const n = daysBetween(today, expiresOn);
  const note = n === 0 ? words.today : n === 1 ? words.tomorrow : t(words.inDays, { n: integer(n) });
  return { text: day(expiresOn), note, tone: state === 'soon' ? 'warn' : 'mute' };
}

/** The day on which a deleted file goes for good: it had expired before, or not. */
export function goneText({ deletedAt, expiresOn }: FileRow): string {
  const from = dayInRome(new Date(deletedAt!));
  return t(words.goneOn, { day: day(backUntil(expiresOn !== null && expiresOn < from ? expiresOn : from)) });
}

/** Names of places by their ids. */
export type PlaceNames = ReadonlyMap<number, string>;

export const rolesText = ({ roles }: Pick<FolderRow, 'roles'>): string => roles?.join(', ') ?? words.everyone;
export const placesText = ({ locationIds }: Pick<FolderRow, 'locationIds'>, names: PlaceNames): string =>
  locationIds?.map((id) => names.get(id) ?? '—').join(', ') ?? words.everywhere;
