/** A report as a file: rows alone as CSV, rows with their sums as XLSX and PDF. */
import { Failure } from '#domain/errors.ts';
import { day, integer, money, number } from '#domain/italian.ts';
import type { ReportQuery } from '#domain/reports/endpoints.ts';
import type { ReportFormat } from '#domain/reports/formats.ts';
import type { Report } from '#domain/reports/report.ts';
import { shownColumns } from '#domain/reports/shown.ts';
import { sql } from 'kysely';
import { drawDocument, readLetterhead } from '../documents/letterhead.ts';
import { asFile, contentsOf, type Column } from '../lib/files/export.ts';
import { printedNames } from '../lib/people/printed-names.ts';
import type { Reported } from '../lib/ports/reported.ts';
import { inBatches } from '../lib/records/list.ts';
import type { FileAnswer, StreamAnswer } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import {
  addedOf,
  orderedRows,
  readGroups,
  readOnce,
  spanOf,
  totalOf,
  type ReportGroupRead,
  type ReportRow,
} from './read.ts';

/** The most rows that are printed. */
const MOST_PRINTED = 1500;

type Cells = Readonly<Record<string, string | number | boolean | null>>;

/** A line of a sheet: a row, or what the rows above it come to. */
interface Line {
  group: string;
  number: string | null;
  customer: string | null;
  cells: Cells;
}

const wordOf = (report: Report, key: string, value: Cells[string]): string | null =>
  value === null ? null : (report.columns[key]!.words?.[String(value)] ?? String(value));

function columnsOf(report: Report, seen: readonly string[], by: string): Column<Line>[] {
  const label = report.groups[by]!.label;
  return [
    { header: label.charAt(0).toUpperCase() + label.slice(1), kind: 'text', value: ({ group }) => group },
    { header: 'Contratto', kind: 'text', value: (line) => line.number },
    { header: 'Cliente', kind: 'text', value: (line) => line.customer },
    ...seen.map((key): Column<Line> => {
      const { kind, label: header } = report.columns[key]!;
      const of = ({ cells }: Line) => cells[key] ?? null;
      if (kind === 'text') return { header, kind, value: (line) => wordOf(report, key, of(line)) };
      return { header, kind: kind === 'count' ? 'number' : kind, value: of };
    }),
  ];
}

const lineOf = (row: ReportRow, group: string): Line => ({
  group,
  number: row.number,
  customer: row.customer,
  cells: row,
});

/** Puts what the rows of each group come to below them, and what all come to at the end; added up as they are written. */
async function* withSums(
  batches: AsyncIterable<readonly ReportRow[]>,
  labels: ReadonlyMap<string, string>,
  added: readonly string[],
): AsyncGenerator<Line[]> {
  const nothing = () => ({ count: 0, sums: Object.fromEntries(added.map((key) => [key, 0])) });
  const [whole, part] = [nothing(), { key: '', ...nothing() }];
  const said = (label: string, { count, sums }: ReturnType<typeof nothing>): Line => ({
    group: `${label} (${count})`,
    number: null,
    customer: null,
    cells: sums,
  });
  const ended = () => said(`Totale ${labels.get(part.key) ?? part.key}`, part);
  for await (const rows of batches) {
    const lines: Line[] = [];
    for (const row of rows) {
      if (row.groupKey !== part.key && part.count > 0) lines.push(ended());
      if (row.groupKey !== part.key) Object.assign(part, { key: row.groupKey, ...nothing() });
      for (const sum of [whole, part]) {
        sum.count += 1;
        for (const key of added) sum.sums[key]! += Number(row[key]);
      }
      lines.push(lineOf(row, labels.get(row.groupKey) ?? row.groupKey));
    }
    yield lines;
  }
  yield [...(part.count > 0 ? [ended()] : []), said('Totale', whole)];
}

const alone = async function* (batches: AsyncIterable<readonly ReportRow[]>, labels: ReadonlyMap<string, string>) {
  for await (const rows of batches) yield rows.map((row) => lineOf(row, labels.get(row.groupKey) ?? row.groupKey));
};

/** Reads groups and the labels by their keys. */
async function groupsOf(ctx: Ctx, of: Reported, asked: ReportQuery) {
  const groups = await readGroups(ctx, of, asked);
  return { groups, labels: new Map(groups.map(({ key, label }) => [key, label])) };
}

const fileName = (title: string, { from, to }: { from: string; to: string }) =>
  `${title.toLowerCase()} ${from === to ? from : `${from} ${to}`}`;

type Seen = { seen: readonly string[] };

/** The report as CSV or XLSX; throws `TooManyRows`. */
async function spreadsheet(ctx: HeavyCtx, of: Reported, asked: ReportQuery, format: 'csv' | 'xlsx', { seen }: Seen) {
  const { report } = of;
  const { spool } = ctx;
  const name = fileName(report.title, spanOf(report, asked, ctx.today));
  const contents = await ctx.inside(async (inner) => {
    const { groups, labels } = await groupsOf(inner, of, asked);
    const ordered = await orderedRows(inner, of, asked, groups);
    const batches = inBatches<ReportRow>(inner, ordered, spool);
    const lines = format === 'csv' ? alone(batches, labels) : withSums(batches, labels, addedOf(report, seen));
    const read = await contentsOf(columnsOf(report, seen, asked.by), lines, { name, spool });
    inner.audit({ action: 'export', entity: 'report', after: { report: report.title, rows: read.rows, format } });
    return read;
  });
  return asFile(name, format, contents);
}

/** How a value is printed. */
function printed(report: Report, key: string, value: Cells[string] | undefined): string {
  const { kind } = report.columns[key]!;
  if (value === null || value === undefined) return '';
  if (kind === 'money') return value === 0 ? '—' : money(Number(value));
  if (kind === 'count') return integer(Number(value));
  if (kind === 'number') return number(Number(value));
  if (kind === 'day') return day(String(value));
  return wordOf(report, key, value) ?? '';
}

/** The report as PDF; throws `invalid` for more rows than are printed. */
async function print(ctx: HeavyCtx, of: Reported, asked: ReportQuery, { seen }: Seen): Promise<FileAnswer> {
  const { report } = of;
  const span = spanOf(report, asked, ctx.today);
  const { head, groups, rows } = await ctx.inside(async (inner) => {
    const read = await groupsOf(inner, of, asked);
    const ordered = await orderedRows(inner, of, asked, read.groups);
    const { rows: those } = await sql<ReportRow>`${ordered} limit ${MOST_PRINTED + 1}`.execute(inner.db); // prettier-ignore
    if (those.length > MOST_PRINTED)
      throw new Failure('invalid', `Si stampano al massimo ${integer(MOST_PRINTED)} righe: scegliere meno giorni, o il foglio XLSX.`); // prettier-ignore
    inner.audit({ action: 'export', entity: 'report', after: { report: report.title, rows: those.length, format: 'pdf' } }); // prettier-ignore
    const names = await printedNames(inner, those.flatMap(({ isOpen, customerId }) => (isOpen && customerId ? [customerId] : []))); // prettier-ignore
    const named = those.map((row): ReportRow => ({ ...row, customer: names.get(row.customerId ?? 0) ?? null }));
    return { head: await readLetterhead(inner), groups: read.groups, rows: named };
  });
  const total = totalOf(groups, addedOf(report, seen));
  const shown = shownColumns(report, seen, total.sums);
  const isText = (key: string) => report.columns[key]!.kind === 'text';
  const columns = shown.filter((key) => !isText(key));
  const those = Map.groupBy(rows, ({ groupKey }) => groupKey);
  const cellsOf = (cells: Cells) => columns.map((key) => printed(report, key, cells[key]));
  const summed = ({ label, count, sums }: ReportGroupRead) => ({ label, count: integer(count), cells: cellsOf(sums) });
  const days = span.from === span.to ? day(span.from) : `${day(span.from)}–${day(span.to)}`;
  const bytes = await drawDocument(ctx, head, {
    template: 'reports/report.typ',
    title: report.title,
    number: days,
    footerLine: `Per data di ${report.bases[asked.basis]!}, per ${report.groups[asked.by]!.label}`,
    view: {
      heads: columns.map((key) => report.columns[key]!.label),
      groups: groups
        .filter(({ key }) => those.has(key))
        .map((group) => ({
          ...summed(group),
          rows: those.get(group.key)!.map((row) => ({
            number: row.number ?? 'senza numero',
            note: [row.customer, ...shown.filter(isText).map((key) => wordOf(report, key, row[key] ?? null))]
              .filter(Boolean)
              .join(' · '),
            cells: cellsOf(row),
          })),
        })),
      total: summed({ key: '', label: 'Totale', ...total }),
      none: 'In questi giorni non c’è niente.',
    },
    pictures: {},
  });
  return { bytes, type: 'application/pdf', name: `${fileName(report.title, span)}.pdf`, inline: true };
}

/** The file of a report in a format, with the columns that the caller sees. */
export const reportFile = (
  ctx: HeavyCtx,
  of: Reported,
  asked: ReportQuery,
  format: ReportFormat,
  seen: readonly string[],
): Promise<FileAnswer | StreamAnswer> =>
  format === 'pdf'
    ? print(ctx, readOnce(of), asked, { seen })
    : spreadsheet(ctx, readOnce(of), asked, format, { seen });
