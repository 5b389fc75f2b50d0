/** The day by place as rows of a table, each number with the address of its rows. */
import { drillHref, type Days, type Within } from '#domain/record/figures.ts';
import { integer } from '#domain/italian.ts';
import { keysOf } from '#domain/record/machine.ts';
import { basisOf, dailyFigures, type DailyAnswer, type DailyBasis, type DailyCells, type DailyFigure, type DailyPieces, type DailyRow } from '#domain/stats/daily.ts'; // prettier-ignore
import { counted } from '#domain/stats/figures.ts';
import { t } from '#site/lib/intl.ts';
import { daily as words } from '#site/messages/it/stats.ts';
import type { Cell, Content, Head, Line } from '#site/parts/figures/table.ts';

export interface Shown {
  daily: DailyAnswer;
  basis: DailyBasis;
  privileges: readonly number[];
  /** The address of the page with other choices. */
  at: (changes: Record<string, string>) => string;
  /** The place whose persons are shown. */
  open: number | undefined;
}

export const names = keysOf(dailyFigures);

/** The rows that a count of a figure counts; undefined where there are none. */
export function rowsHref(
  { basis, privileges }: Pick<Shown, 'basis' | 'privileges'>,
  name: DailyFigure,
  count: number,
  within: Omit<Within, 'basis'>,
): string | undefined {
  if (count === 0) return undefined;
  const { figure } = dailyFigures[name];
  return drillHref(figure, counted[figure], { basis: basisOf(name, basis), ...within }, { count, privileges });
}

/** The place that the page is about; none where it is about several. */
export const wholeOf = ({ rows }: Pick<DailyAnswer, 'rows'>) =>
  rows.length === 1 ? { locationId: rows[0]!.id ?? 0 } : {};

const signed = (n: number) => (n === 0 ? words.equal : `${n > 0 ? '+' : '−'}${integer(Math.abs(n))}`);

/** A share of a target from which on it is nearly reached. */
const NEARLY = 0.9;

type Of = Pick<Within, 'locationId' | 'personId'>;

/** What the contracts of a month will be, in pieces beside what is set: nearly reached, or far from it. */
function besideTarget(pieces: DailyPieces | null): Pick<Cell, 'note' | 'tone'> {
  if (!pieces || pieces.forecast === null) return {};
  const { target, forecast } = pieces;
  return {
    note: t(words.pieces, { n: integer(forecast), target: integer(target) }),
    tone: forecast >= target ? undefined : forecast >= target * NEARLY ? 'warn' : 'bad',
  };
}

interface More {
  isClosed: boolean;
  strong: boolean;
  pieces: DailyPieces | null;
}

/** The three cells of a figure: the day, the month, what it will be. */
function cellsOf(shown: Shown, name: DailyFigure, cells: DailyCells, of: Of, more: More): Content[] {
  const { day: on, month: days } = shown.daily;
  const { day, month, before, forecast } = cells[name];
  const number = (count: number, within: Days): Cell => ({
    text: integer(count),
    href: rowsHref(shown, name, count, { ...within, ...of }),
    tone: count === 0 ? 'mute' : undefined,
    strong: more.strong,
  });
  const nothing: Cell = { text: words.none, tone: 'mute' };
  const isClosed = more.isClosed && day === 0 && 'onPremises' in dailyFigures[name];
  const today: Cell = isClosed ? { text: words.closed, tone: 'warn' } : number(day, { from: on, to: on });
  const beside = name === 'contracts' ? besideTarget(more.pieces) : {};
  // What a place has never had is no zero, unless something is set for it.
  if (month === 0 && !before && !beside.note) return [isClosed ? today : nothing, nothing, nothing];
  return [
    today,
    { ...number(month, days), note: before === null ? undefined : signed(month - before) },
    forecast === null
      ? nothing
      : {
          text: integer(forecast),
          strong: before !== null,
          ...beside,
        },
  ];
}

const lineOf = (
  shown: Shown,
  { cells, isOpen, pieces }: Pick<DailyRow, 'cells' | 'isOpen' | 'pieces'>,
  of: Of,
  strong: boolean,
): Content[] => names.flatMap((name) => cellsOf(shown, name, cells, of, { isClosed: !isOpen, strong, pieces }));

function linesOf(shown: Shown, row: DailyRow): Line[] {
  const { id, name, worked, working, persons } = row;
  const locationId = id ?? 0;
  const place = name ?? words.nowhere;
  const isOpen = shown.open === locationId;
  return [
    {
      cells: [
        { text: place, strong: true, note: t(words.worked, { worked, working }) },
        ...lineOf(shown, row, { locationId }, false),
      ],
      unfold: {
        isOpen,
        label: t(isOpen ? words.fold : words.unfold, { place }),
        href: shown.at({ open: isOpen ? '' : String(locationId) }),
      },
    },
    ...persons.map((person): Line => ({
      isSub: true,
      cells: [person.name ?? words.nobody, ...lineOf(shown, { ...person, isOpen: row.isOpen, pieces: null }, { locationId, personId: person.id ?? 0 }, false)], // prettier-ignore
    })),
  ];
}

/** Heads, rows and total of the table. */
export function tableOf(shown: Shown) {
  const { rows, total, isToday } = shown.daily;
  const { day, otherDay, month, forecast } = words.heads;
  const heads: Head[] = [
    { label: words.place, note: words.workedHead },
    ...names.flatMap(() => [isToday ? day : otherDay, month, forecast].map((label) => ({ label, isNumber: true }))),
  ];
  return {
    groups: names.map((name) => ({ label: dailyFigures[name].label, columns: 3 })),
    heads,
    rows: rows.flatMap((row) => linesOf(shown, row)),
    foot:
      rows.length > 1 ? [[words.total, ...lineOf(shown, { ...total, isOpen: true }, wholeOf(shown.daily), true)]] : [],
  };
}
