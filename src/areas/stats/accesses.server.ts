/** Visits as tiles and rows of tables, each number with the address of its rows. */
import { countedDrives } from '#domain/calendars/counted.ts';
import { countedAccesses, countedVisits } from '#domain/accesses/counted.ts';
import { accessStates } from '#domain/accesses/terms.ts';
import { day as dayText, integer, month as monthText } from '#domain/italian.ts';
import { drillHref, type Within } from '#domain/record/figures.ts';
import { accessCounts, type AccessCount, type AccessNumbers, type AccessStats } from '#domain/stats/accesses.ts'; // prettier-ignore
import { plural } from '#site/lib/icu.server.ts';
import { t } from '#site/lib/intl.ts';
import { accessStats as words } from '#site/messages/it/access-stats.ts';
import { shareText } from '#site/parts/figures/share.ts';
import type { Cell, Content, Line } from '#site/parts/figures/table.ts';

interface Shown {
  stats: AccessStats;
  locationId: number | undefined;
  privileges: readonly number[];
}
type Part = Partial<Pick<Within, 'from' | 'to' | 'locationId' | 'personId' | 'filters'>>;

const spanOf = ({ stats: { from, to }, locationId }: Shown) => ({ from, to, locationId });

/** Where a count of visits leads. */
const visitsHref = (shown: Shown, count: number, part: Part = {}): string =>
  drillHref('visits', countedVisits, { basis: 'arrived', ...spanOf(shown), ...part }, { count, privileges: shown.privileges }); // prettier-ignore

const minutes = (n: number | null) => (n === null ? '—' : t(words.minutes, { n: integer(n) }));
const signed = (n: number, unit = '') => (n === 0 ? words.equal : `${n > 0 ? '+' : '−'}${integer(Math.abs(n))}${unit}`);

export interface Tile {
  label: string;
  value: string;
  notes: readonly string[];
  href: string;
  isBad: boolean;
}

/** The numbers of all visits, beside the days before. */
export function tilesOf(shown: Shown): Tile[] {
  const { now, before } = shown.stats;
  const href = (name: AccessCount) => visitsHref(shown, now[name], { filters: accessCounts[name] });
  const change = (name: 'waitMedian' | 'waitLate') =>
    now[name] === null || before[name] === null ? [] : [signed(now[name] - before[name], ' min')];
  const counted = (name: AccessCount, label: string, notes: string[] = [], isBad = false): Tile => ({
    label,
    value: integer(now[name]),
    notes: [...notes, signed(now[name] - before[name])],
    href: href(name),
    isBad,
  });
  const of = t(words.waited, { n: integer(now.waited) });
  const { waitTarget } = shown.stats;
  const target = waitTarget === null ? [] : [t(words.target, { n: integer(waitTarget) })];
  const isSlow = waitTarget !== null && now.waitMedian !== null && now.waitMedian > waitTarget;
  return [
    counted('visits', words.visits),
    { label: words.waitMedian, value: minutes(now.waitMedian), notes: [of, ...target, ...change('waitMedian')], href: href('waited'), isBad: isSlow }, // prettier-ignore
    { label: words.waitLate, value: minutes(now.waitLate), notes: [of, ...change('waitLate')], href: href('waited'), isBad: false }, // prettier-ignore
    counted('abandoned', words.abandoned, [words.abandonedNote], now.abandoned > 0),
    counted('refused', words.refused, [plural(words.refusals, { n: now.refusals })]),
  ];
}

/** From visit to contract, and from test drive to contract. */
export function funnelsOf(shown: Shown) {
  const { now, drives } = shown.stats;
  const { privileges } = shown;
  const visit = (name: AccessCount, label: string) => ({
    label,
    count: now[name],
    share: shareText(now[name], now.visits),
    href: visitsHref(shown, now[name], { filters: accessCounts[name] }),
  });
  const drive = (name: keyof typeof drives, label: string) => ({
    label,
    count: drives[name],
    share: shareText(drives[name], drives.driven),
    href: drillHref(
      'drives',
      countedDrives,
      { basis: 'driven', ...spanOf(shown), ...(name === 'contracted' && { filters: accessCounts.contracted }) },
      { count: drives[name], privileges },
    ),
  });
  return {
    visits: [visit('visits', words.visits), visit('quoted', words.quoted), visit('contracted', words.contracted)],
    drives: [drive('driven', words.driven), drive('contracted', words.contracted)],
  };
}

/** Every access by its state. */
export function statesOf(shown: Shown) {
  const { states } = shown.stats;
  const whole = states.reduce((all, { count }) => all + count, 0);
  const rows = states.map(({ state, count }) => ({
    label: accessStates[state].label,
    count,
    share: shareText(count, whole),
    href: drillHref(
      'accesses',
      countedAccesses,
      { basis: 'day', ...spanOf(shown), filters: { state } },
      { count, privileges: shown.privileges },
    ),
  }));
  return { rows, whole };
}

/** What was answered to each question, as rows of their share. */
export const askedOf = (shown: Shown) =>
  shown.stats.questions.map(({ code, label, answers }) => {
    const whole = answers.reduce((sum, { visits }) => sum + visits, 0);
    const rows = answers.map(({ answer, visits }) => ({
      label: answer,
      count: visits,
      share: shareText(visits, whole),
      href: visitsHref(shown, visits, { filters: { answered: `${code}:${answer}` } }),
    }));
    return { label, rows, whole };
  });

/** When people came: by day or month, and by hour. */
export function timesOf(shown: Shown) {
  const { times, hours, now } = shown.stats;
  const isByDay = times.every(({ from, to }) => from === to);
  const row = (label: string, count: number, part: Part) => ({
    label,
    count,
    share: shareText(count, now.visits),
    href: visitsHref(shown, count, part),
  });
  const most = (rows: readonly { count: number }[]) => Math.max(1, ...rows.map(({ count }) => count));
  const days = times.map(({ visits, ...days }) => row(isByDay ? dayText(days.from) : `${monthText(days.from.slice(0, 7))} ${days.from.slice(0, 4)}`, visits, days)); // prettier-ignore
  const byHour = hours.map(({ hour, visits }) => row(t(words.hour, { from: hour, to: hour + 1 }), visits, { filters: { hour } })); // prettier-ignore
  return { isByDay, days, mostOfDay: most(days), hours: byHour, mostOfHour: most(byHour) };
}

function cellsOf(shown: Shown, numbers: AccessNumbers, of: Part): Content[] {
  const cell = (name: AccessCount, more: Partial<Cell> = {}): Cell => ({
    text: integer(numbers[name]),
    href:
      numbers[name] === 0
        ? undefined
        : visitsHref(shown, numbers[name], { ...of, filters: { ...of.filters, ...accessCounts[name] } }),
    tone: numbers[name] === 0 ? 'mute' : undefined,
    ...more,
  });
  const wait = (minute: number | null) => cell('waited', { text: minutes(minute), tone: minute === null ? 'mute' : undefined }); // prettier-ignore
  const isAbandoned = numbers.abandoned > 0 && { tone: 'bad' as const };
  return [
    cell('visits', { strong: true }),
    wait(numbers.waitMedian),
    wait(numbers.waitLate),
    cell('abandoned', { ...isAbandoned }),
    cell('refused', numbers.refusals > 0 ? { note: plural(words.refusals, { n: numbers.refusals }) } : {}),
    cell('quoted', { note: shareText(numbers.quoted, numbers.visits) }),
    cell('contracted', { note: shareText(numbers.contracted, numbers.visits) }),
  ];
}

/** By what visits are told apart in a table: its head, what belongs to none, and which rows a group counts. */
const apart = {
  places: {
    head: words.place,
    none: words.nowhere,
    groups: ({ places }: AccessStats) => places.map(({ id, ...one }) => ({ ...one, part: { locationId: id ?? 0 } })),
  },
  sellers: {
    head: words.seller,
    none: words.nobody,
    groups: ({ sellers }: AccessStats) => sellers.map(({ id, ...one }) => ({ ...one, part: { personId: id ?? 0 } })),
  },
  reasons: {
    head: words.reason,
    none: words.noReason,
    groups: ({ reasons }: AccessStats) =>
      reasons.map(({ code, ...one }) => ({ ...one, part: { filters: { reason: code ?? 'none' } } })),
  },
} as const;

/** The table of places, sellers or reasons, with what all of them come to. */
export function groupsTable(shown: Shown, by: keyof typeof apart) {
  const { head, none, groups: groupsOf } = apart[by];
  const groups: readonly { name: string | null; numbers: AccessNumbers; part: Part }[] = groupsOf(shown.stats);
  const number = (label: string) => ({ label, isNumber: true });
  return {
    heads: [
      { label: head },
      number(words.visits),
      number(words.median),
      number(words.late),
      number(words.abandoned),
      number(words.refusalsHead),
      number(words.quoted),
      number(words.contracted),
    ],
    rows: groups.map(({ name, numbers, part }): Line => ({
      cells: [{ text: name ?? none, strong: true }, ...cellsOf(shown, numbers, part)],
    })),
    foot: groups.length > 1 ? [[{ text: 'Totale', strong: true }, ...cellsOf(shown, shown.stats.now, {})]] : [],
  };
}
