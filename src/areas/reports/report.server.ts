/** A report as the rows of a table, each number with the address of the rows that add up to it. */
import { day as dayText, integer, money, number } from '#domain/italian.ts';
import type { ReportAnswer } from '#domain/reports/endpoints.ts';
import { isAdded, type Report } from '#domain/reports/report.ts';
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
}

/** The most rows that are shown below all groups without being asked for, and below the one that is unfolded. */
export const FEW = 20;
export const UNFOLDED = 50;

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
          { text: group.label, strong: true, note: plural(report.rows, { n: group.count }) },
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
  return {
    heads: [{ label: '' }, ...columns.map((key) => heading(report, key))],
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
