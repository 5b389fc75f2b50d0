/** A report as the rows of a table, each number with the address of the rows that add up to it. */
import { mondayOf } from '#domain/dates.ts';
import { day as dayText, integer, money, number } from '#domain/italian.ts';
import type { ReportAnswer } from '#domain/reports/endpoints.ts';
import { keysOf } from '#domain/record/machine.ts';
import { isAdded, type PartTone, type Report, type ReportGroup } from '#domain/reports/report.ts';
import { shownColumns } from '#domain/reports/shown.ts';
import { plural } from '#site/lib/icu.server.ts';
import { t } from '#site/lib/intl.ts';
import { report as words } from '#site/messages/it/reports.ts';
import type { Cell, Content, Head, Line } from '#site/parts/figures/table.ts';

export interface Shown {
  report: Report;
  answer: ReportAnswer;
  /** The address of the page with other choices; blank ones are left out. */
  at: (changes: Record<string, string>) => string;
  /** The group that is unfolded. */
  open: string | undefined;
  /** The group of today, where they are times. */
  now: string | undefined;
}

/** The key of the group in which a day is, where groups are times. */
export function keyOfDay({ isTime }: ReportGroup, day: string): string | undefined {
  if (isTime === 'month') return day.slice(0, 7);
  return isTime === 'week' ? mondayOf(day) : isTime && day;
}

/** The most rows that are shown below all groups without being asked for, and below the one that is unfolded. */
export const FEW = 20;
export const UNFOLDED = 50;

/** What a whole consists of, in its tones; null where this reader does not see all of it. */
export function partsOf({ parts, columns }: Report, seen: readonly string[]) {
  if (!parts || ![parts.whole, ...keysOf(parts.of)].every((key) => seen.includes(key))) return null;
  const named = keysOf(parts.of).map((key) => ({ key, label: columns[key]!.label, tone: parts.of[key]! }));
  return { whole: { key: parts.whole, label: columns[parts.whole]!.label }, of: named };
}
export type Parts = NonNullable<ReturnType<typeof partsOf>>;

/** What is late by how long it has been, in the tones of the parts; null where the report has none that this reader sees. */
export function bandsOf({ bands, columns }: Report, parts: Parts | null, counts: ReportAnswer['bands']) {
  if (!bands || !parts || !counts) return null;
  return {
    whole: { key: bands.whole, label: columns[bands.whole]!.label },
    of: parts.of.filter(({ key }) => bands.of.includes(key)),
    counts,
  };
}
export type Bands = NonNullable<ReturnType<typeof bandsOf>>;

/** A part of a whole in whole percent. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100));

const colours: Readonly<Record<PartTone, string>> = {
  ok: 'var(--green)',
  blue: 'var(--blue)',
  teal: 'color-mix(in oklch, var(--blue) 50%, var(--green))',
  edge: 'var(--edge)',
  amber: 'var(--amber)',
  orange: 'color-mix(in oklch, var(--amber) 50%, var(--red))',
  red: 'var(--red)',
  dark: 'color-mix(in srgb, var(--red) 70%, var(--ink))',
};

/** A column behind the bars of today, at axes of its own: what stands before it has come or is late, what follows is awaited. */
const nowOf = (groups: ReportAnswer['groups'], now: string | undefined) => ({
  type: 'bar',
  xAxisIndex: 1,
  yAxisIndex: 1,
  z: 0,
  barWidth: '100%',
  itemStyle: { color: 'color-mix(in srgb, var(--blue) 10%, transparent)' },
  label: { position: 'top', formatter: words.now, color: 'var(--blue)', fontWeight: 'bold' },
  data: groups.map(({ key }) => (key === now ? { value: 1, label: { show: true } } : 0)),
});

/** The groups of a report over time as bars: of its parts, or of the column that stands for it. */
export function chartOf(
  { report, answer: { groups }, now }: Pick<Shown, 'report' | 'answer' | 'now'>,
  parts: Parts | null,
) {
  const main = { key: report.main, label: report.columns[report.main]!.label };
  const scale = report.columns[report.main]!.kind === 'money' ? 100 : 1;
  const drawn = parts ? parts.of : [{ ...main, tone: 'blue' as const }];
  const said = parts ? [parts.whole, ...parts.of] : [main];
  return {
    label: (parts?.whole ?? main).label,
    head: said.map(({ label }) => label),
    rows: groups.map((group) => [group.label, ...said.map(({ key }) => valueOf(report, key, group.sums[key]!))]),
    option: {
      xAxis: [
        { type: 'category', data: groups.map(({ label }) => label) },
        { type: 'category', data: groups.map(({ key }) => key), show: false },
      ],
      // The figures stand in the table: an axis would say them once more, and not in Italian.
      yAxis: [
        { type: 'value', axisLabel: { show: false } },
        { type: 'value', max: 1, show: false },
      ],
      grid: { left: 8, right: 8, top: 20, bottom: 24 },
      series: [
        nowOf(groups, now),
        ...drawn.map(({ key, tone }) => ({
          type: 'bar',
          stack: 'parts',
          itemStyle: { color: colours[tone] },
          data: groups.map(({ sums }) => (sums[key] ?? 0) / scale),
        })),
      ],
    },
  };
}

type Added = ReportAnswer['total'];
type Row = ReportAnswer['rows'][number];

/** How a value of a column is written. */
export function valueOf({ columns }: Report, key: string, value: string | number | null): string {
  const { kind, words: said } = columns[key]!;
  if (value === null) return '';
  if (kind === 'money') return money(Number(value));
  if (kind === 'count') return integer(Number(value));
  if (kind === 'number') return number(Number(value));
  return kind === 'day' ? dayText(String(value)) : (said?.[value] ?? String(value));
}

const toneOf = ({ columns }: Report, key: string, value: unknown): Cell['tone'] =>
  value === 0 ? 'mute' : columns[key]!.isBad && value !== null ? 'bad' : undefined;

/** A sum that leads to its rows; 0 has none to lead to. */
function sumCell({ report, at }: Shown, key: string, { sums }: Added, of: Record<string, string>): Cell {
  const value = sums[key]!;
  return {
    text: value === 0 ? '—' : valueOf(report, key, value),
    tone: toneOf(report, key, value),
    strong: true,
    ...(value !== 0 && { href: at({ view: 'rows', column: key, open: '', offset: '', ...of }) }),
  };
}

const heading = ({ columns }: Report, key: string): Head => ({
  label: columns[key]!.label,
  isNumber: columns[key]!.kind !== 'text',
});

/** Columns of a kind from which on their heads share the word before the comma. */
const MANY = 3;

/** Heads that begin with one word stand under it: `Nuove, obiettivo` and `Nuove, fatto`. */
function under(heads: readonly Head[]) {
  const parted = heads.map(({ label }) => /^([^,]+), (.+)$/.exec(label));
  const many = (word: string) => parted.filter((one) => one?.[1] === word).length >= MANY;
  const words = parted.map((one) => (one && many(one[1]!) ? one[1]! : ''));
  if (words.every((word) => word === '')) return { heads };
  const groups: { label: string; columns: number }[] = [];
  for (const label of words) {
    const last = groups.at(-1);
    if (last?.label === label) last.columns += 1;
    else groups.push({ label, columns: 1 });
  }
  return { groups, heads: heads.map((head, at) => (words[at] ? { ...head, label: parted[at]![2]! } : head)) };
}

function rowCell(report: Report, key: string, value: string | number | null): Cell {
  const isNothing = value === 0 && isAdded(report.columns[key]!);
  return { text: isNothing ? '—' : valueOf(report, key, value), tone: toneOf(report, key, value) };
}

/** Texts of a row, in a line below its number. */
const noteOf = ({ report, answer }: Shown, { customer, cells }: Row): string =>
  [customer, ...answer.columns.filter((key) => report.columns[key]!.kind === 'text').map((key) => valueOf(report, key, cells[key] ?? null))].filter(Boolean).join(' · '); // prettier-ignore

function rowLine(shown: Shown, row: Row, columns: readonly string[], isSub: boolean): Line {
  const { number: text, href, cells } = row;
  return {
    isSub,
    cells: [
      { text: text ?? words.unnumbered, href: href ?? undefined, note: isSub ? noteOf(shown, row) : (row.customer ?? undefined) }, // prettier-ignore
      ...columns.map((key) => rowCell(shown.report, key, cells[key] ?? null)),
    ],
  };
}

/** The groups with their sums, and below them the rows of what is unfolded: few rows are shown at once. */
export function groupsTable(shown: Shown) {
  const { report, answer, at, open } = shown;
  const { groups, total, rows, found } = answer;
  const isWhole = open === undefined && total.count <= FEW;
  const below = isWhole || open !== undefined ? rows : [];
  const columns = shownColumns(report, answer.columns, total.sums).filter((key) => {
    const { kind } = report.columns[key]!;
    return isAdded(report.columns[key]!) || (kind !== 'text' && below.length > 0);
  });
  const sums = (added: Added, of: Record<string, string>): Content[] =>
    columns.map((key) => (isAdded(report.columns[key]!) ? sumCell(shown, key, added, of) : null));
  const byGroup = Map.groupBy(below, ({ key }) => key);
  const lines = groups.flatMap((group): Line[] => {
    const isOpen = open === group.key;
    const more = isOpen && found && found.count > rows.length;
    return [
      {
        cells: [
          { text: group.label, strong: true, note: [plural(report.rows, { n: group.count }), group.key === shown.now && words.now].filter(Boolean).join(' · ') }, // prettier-ignore
          ...sums(group, { open: group.key }),
        ],
        ...(!isWhole && {
          unfold: {
            isOpen,
            label: t(isOpen ? words.fold : words.unfold, { group: group.label }),
            href: at({ open: isOpen ? '' : group.key }),
          },
        }),
      },
      ...(byGroup.get(group.key) ?? []).map((row) => rowLine(shown, row, columns, true)),
      ...(more
        ? [
            {
              isSub: true,
              cells: [
                { text: t(words.more, { n: integer(found.count) }), href: at({ view: 'rows', open: group.key }) },
                ...columns.map(() => null),
              ],
            },
          ]
        : []),
    ];
  });
  const { heads, ...grouped } = under(columns.map((key) => heading(report, key)));
  return {
    ...grouped,
    heads: [{ label: '' }, ...heads],
    rows: lines,
    foot: [
      [
        { text: words.total, strong: true, note: plural(report.rows, { n: total.count }) },
        ...sums(total, { open: '' }),
      ],
    ],
  };
}

/** The rows behind a number, with what all of them come to. */
export function rowsTable(shown: Shown) {
  const { report, answer } = shown;
  const found = answer.found ?? answer.total;
  // Of the many columns only those that say something here.
  const columns = answer.columns.filter(
    (key) => !isAdded(report.columns[key]!) || answer.rows.some(({ cells }) => cells[key]),
  );
  return {
    heads: [{ label: words.number }, ...columns.map((key) => heading(report, key))],
    rows: answer.rows.map((row) => rowLine(shown, row, columns, false)),
    foot: [
      [
        { text: words.total, strong: true, note: plural(report.rows, { n: found.count }) },
        ...columns.map((key) =>
          isAdded(report.columns[key]!) ? { text: valueOf(report, key, found.sums[key]!), strong: true } : null,
        ),
      ],
    ],
  };
}
