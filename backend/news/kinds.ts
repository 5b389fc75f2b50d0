/** Releases and notices as the tables keep them. */
import { dayInRome, instantInRome, shownInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { releaseFields, noticeFields, type NoticeInput, type ReleaseInput } from '#domain/news/fields.ts';
import type { Fields } from '#domain/record/fields.ts';
import { audienceColumns, audienceOf, type AudienceRow } from './audience.ts';
import type { NewsKind } from '../lib/people/readings.ts';

interface Common extends AudienceRow {
  id: number;
  version: number;
  title: string;
  body: string;
  draft: boolean;
  publishedAt: string | null;
  editedAt: string | null;
}
interface ReleaseRow extends Common {
  releaseNumber: string;
  releaseDate: string;
  endsOn: string | null;
}
interface NoticeRow extends Common {
  color: string;
  startsAt: string;
  endsAt: string | null;
}

export interface Kind<Row extends Common, Input extends object> {
  table: 'releases' | 'notices';
  entity: NewsKind;
  fields: Fields;
  /** The newest first. */
  newest: string;
  columns(input: Input): object;
  input(row: Row): Input;
  /** What its row in the list says of it. */
  listed(row: Row): { number: string | null; from: string; until: string | null };
  /** Whether its time has come, and whether it has passed. */
  when(row: Row, now: Date): { hasBegun: boolean; hasEnded: boolean };
}

const order = (from: string, to: string | null): void => {
  if (to !== null && to < from)
    throw new Failure('invalid', undefined, { fields: { endsOn: 'Finisce prima di cominciare' } });
};

export const release: Kind<ReleaseRow, ReleaseInput> = {
  table: 'releases',
  entity: 'release',
  fields: releaseFields,
  newest: 'releaseDate',
  columns: ({ releaseNumber, releaseDate, endsOn, title, body, ...audience }) => {
    order(releaseDate, endsOn);
    return { releaseNumber, releaseDate, endsOn, title, body, ...audienceColumns(audience) };
  },
  input: ({ releaseNumber, releaseDate, endsOn, title, body, ...row }) => ({
    releaseNumber,
    releaseDate,
    endsOn,
    title,
    body,
    ...audienceOf(row),
  }),
  listed: ({ releaseNumber, releaseDate, endsOn }) => ({ number: releaseNumber, from: releaseDate, until: endsOn }),
  when: ({ releaseDate, endsOn }, now) => {
    const today = dayInRome(now);
    return { hasBegun: releaseDate <= today, hasEnded: endsOn !== null && endsOn < today };
  },
};

const timeInRome = (at: string): string => new Date(shownInRome(Date.parse(at))).toISOString().slice(11, 16);

export const notice: Kind<NoticeRow, NoticeInput> = {
  table: 'notices',
  entity: 'notice',
  fields: noticeFields,
  newest: 'startsAt',
  columns: ({ title, color, startsOn, startsTime, endsOn, endsTime, body, ...audience }) => {
    const startsAt = instantInRome(startsOn, startsTime).toISOString();
    const endsAt = endsOn === null ? null : instantInRome(endsOn, endsTime).toISOString();
    order(startsAt, endsAt);
    return { title, color, startsAt, endsAt, body, ...audienceColumns(audience) };
  },
  input: ({ title, color, startsAt, endsAt, body, ...row }) => ({
    title,
    color,
    startsOn: dayInRome(new Date(startsAt)),
    startsTime: timeInRome(startsAt),
    endsOn: endsAt === null ? null : dayInRome(new Date(endsAt)),
    endsTime: endsAt === null ? noticeFields.endsTime.default : timeInRome(endsAt),
    body,
    ...audienceOf(row),
  }),
  listed: ({ startsAt, endsAt }) => ({ number: null, from: startsAt, until: endsAt }),
  when: ({ startsAt, endsAt }, now) => ({
    hasBegun: Date.parse(startsAt) <= now.getTime(),
    hasEnded: endsAt !== null && Date.parse(endsAt) <= now.getTime(),
  }),
};

export type { Common };
