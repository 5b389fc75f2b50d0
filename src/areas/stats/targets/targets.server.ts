/** The targets of a year as rows of a table: what is written, what was done, and where each number leads. */
import { countedContracts } from '#domain/contracts/counted.ts';
import { addDays, addMonths, dayInRome } from '#domain/dates.ts';
import { day as dayText, hundredths, integer, percent, wholeMoney } from '#domain/italian.ts';
import { drillHref } from '#domain/record/figures.ts';
import { reachOf } from '#domain/record/rights.ts';
import { seesRows } from '#domain/stats/figures.ts';
import { brought } from '#domain/stats/targets/divide.ts';
import { addsUp, countedBy, unitOf, type Aim, type TargetUnit } from '#domain/stats/targets/objectives.ts';
import type { TargetPlace, TargetRow, TargetsAnswer } from '#domain/stats/targets/endpoints.ts';
import { plural } from '#site/lib/icu.server.ts';
import { t } from '#site/lib/intl.ts';
import { targets as words } from '#site/messages/it/targets.ts';
import { shareText } from '#site/parts/figures/share.ts';
import { signedPercent } from '#site/parts/figures/signed.ts';

/** How an amount is written on screen, and as somebody types it. */
export const shownAs: Readonly<Record<TargetUnit, (amount: number) => string>> = {
  count: integer,
  money: wholeMoney,
  percent: (amount) => percent(amount / 100),
};
export const typedAs: Readonly<Record<TargetUnit, (amount: number) => string>> = {
  count: String,
  money: (amount) => hundredths(amount / 100).replace(/,00$/, ''),
  percent: (amount) => hundredths(amount / 100).replace(/,?0+$/, ''),
};

export interface TargetCell {
  month: number;
  amount: number | null;
  text: string;
  /** What was done, with the address of its rows. */
  done: string | null;
  href: string | undefined;
  look: 'typed' | 'divided' | 'mean' | 'off' | 'sum';
  /** It does not come to what the maker has set. */
  fixed: number | null;
  isWrong: boolean;
  isEditable: boolean;
}
export interface TargetLine {
  kind: 'company' | 'place' | 'row';
  placeId: number | null;
  sellerId: number | null;
  label: string;
  note: string | null;
  isVacant: boolean;
  isWhole: boolean;
  before: string;
  beforeHref: string | undefined;
  cells: TargetCell[];
  total: string;
  change: string;
  /** What the year before came to, where the change is a share of it. */
  changesFrom: number | null;
}

interface Shown {
  answer: TargetsAnswer;
  privileges: readonly number[];
  userId: number;
  isEditing: boolean;
  /** What the maker sets is written, not the parts. */
  isWholes: boolean;
}

export const aimOf = ({ objective, aim, of }: Pick<TargetsAnswer, 'objective' | 'aim' | 'of'>): Aim => ({ objective, ...(aim && { aim, of: of ?? undefined }) }); // prettier-ignore
const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
const monthDays = (year: number, month: number) => {
  const from = `${year}-${String(month).padStart(2, '0')}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
};

/** Where what was done leads: to the list, or to rows without customers; a seller sees the own. */
export function doneHref(
  { privileges, userId }: Pick<Shown, 'privileges' | 'userId'>,
  aim: Aim,
  within: { basis: string; from: string; to: string; locationId?: number | null; sellerId?: number | null },
  count: number,
): string | undefined {
  const reach = reachOf(seesRows.contracts, privileges);
  if (count === 0 || reach === 'none') return undefined;
  const { locationId, sellerId, ...days } = within;
  const person = reach === 'own' ? userId : sellerId === undefined ? undefined : (sellerId ?? 0);
  return drillHref('contracts', countedContracts, {
    ...days,
    filters: countedBy(aim).of,
    ...(locationId !== undefined && { locationId: locationId ?? 0 }),
    ...(person !== undefined && { personId: person }),
  }, { count, privileges }); // prettier-ignore
}

type Sums = Pick<TargetRow, 'done' | 'over' | 'before' | 'beforeOver'>;
const added = (rows: readonly Sums[]): Sums => {
  const of = (key: keyof Sums) => Array.from({ length: 12 }, (_, at) => sum(rows.map((row) => row[key][at]!)));
  return { done: of('done'), over: of('over'), before: of('before'), beforeOver: of('beforeOver') };
};

const flat = <T>(of: T) => Array.from({ length: 12 }, () => of);

type Head = Pick<TargetLine, 'kind' | 'placeId' | 'sellerId' | 'label' | 'note' | 'isVacant' | 'isWhole'>;
/** What a line is made of. */
interface Made {
  head: Head;
  sums: Sums;
  amounts: readonly (number | null)[];
  looks: readonly TargetCell['look'][];
  wholes?: readonly (number | null)[];
  editable: readonly boolean[];
}

/** What was done, in the unit of its target. */
function doneText(unit: TargetUnit, done: number, over: number): string {
  if (unit !== 'percent') return shownAs[unit](done);
  return shareText(done, over);
}

/** The last month of which something is done. */
const lastDone = ({ year, now }: TargetsAnswer) =>
  now ? now.month : year < Number(dayInRome(new Date()).slice(0, 4)) ? 12 : 0;

function lineOf(shown: Shown, { head, sums, amounts, looks, wholes, editable }: Made): TargetLine {
  const { answer, isEditing } = shown;
  const { year, closed, basis } = answer;
  const aim = aimOf(answer);
  const unit = unitOf(aim);
  const write = isEditing ? typedAs[unit] : shownAs[unit];
  const until = lastDone(answer);
  const within = {
    basis,
    ...(head.kind !== 'company' && { locationId: head.placeId }),
    ...(head.kind === 'row' && { sellerId: head.sellerId }),
  };
  const cells = amounts.map((parts, at): TargetCell => {
    const month = at + 1;
    const fixed = wholes?.[at] ?? null;
    const amount = head.isWhole ? fixed : parts;
    return {
      month,
      amount,
      text: amount === null ? '' : write(amount),
      done: month <= until && !isEditing ? doneText(unit, sums.done[at]!, sums.over[at]!) : null,
      href: doneHref(shown, aim, { ...within, ...monthDays(year, month) }, sums.done[at]!),
      look: looks[at]!,
      fixed,
      isWrong: fixed !== null && fixed !== (parts ?? 0),
      isEditable: isEditing && month > closed && editable[at]!,
    };
  });
  const [before, beforeOver] = [sum(sums.before), sum(sums.beforeOver)];
  const held = amounts.filter((amount) => amount !== null).length;
  const isSum = addsUp(aim);
  const isPart = head.kind === 'row' && held < 12;
  const last = { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  const change = isPart
    ? plural(words.months, { n: held })
    : before === 0
      ? ''
      : signedPercent(sum(amounts) / before - 1);
  return {
    ...head,
    before: before === 0 && beforeOver === 0 ? '—' : doneText(unit, before, beforeOver),
    beforeHref: doneHref(shown, aim, { ...within, ...last }, before),
    cells,
    total: held === 0 ? '—' : isSum ? shownAs[unit](sum(amounts)) : '',
    change: isSum && held > 0 ? change : '',
    changesFrom: isSum && held > 0 && !isPart && before !== 0 ? before : null,
  };
}

function rowLine(shown: Shown, place: TargetPlace, row: TargetRow): TargetLine {
  const { answer, isWholes } = shown;
  const isVacant = row.sellerId === null;
  const isOff = (at: number) => row.leftOn !== null && row.leftOn < monthDays(answer.year, at + 1).from;
  const vacant = addsUp(aimOf(answer)) ? words.nobody : place.id === null ? words.wholeCompany : words.wholePlace;
  return lineOf(shown, {
    head: {
      kind: 'row',
      placeId: place.id,
      sellerId: row.sellerId,
      label: isVacant ? vacant : (row.name ?? '—'),
      note: row.leftOn ? t(words.left, { day: dayText(row.leftOn) }) : null,
      isVacant,
      isWhole: false,
    },
    sums: row,
    amounts: row.cells.map((cell) => cell?.amount ?? null),
    looks: row.cells.map((cell, at) => (isOff(at) ? 'off' : (cell?.origin ?? 'divided'))),
    editable: row.cells.map((_, at) => !isWholes && !isOff(at)),
  });
}

/** What nobody has for themselves of a place, or of the company. */
const sharedOf = ({ places }: TargetsAnswer, { kind, placeId }: Pick<Head, 'kind' | 'placeId'>): TargetRow[] =>
  places
    .filter(({ id }) => id === (kind === 'company' ? null : placeId))
    .flatMap(({ rows }) => rows.filter(({ sellerId }) => sellerId === null));

/** The line of a place, or of the company: what its rows come to. */
function sumLine(
  shown: Shown,
  head: Omit<Head, 'sellerId' | 'isVacant' | 'isWhole'>,
  rows: readonly TargetRow[],
  wholes: readonly (number | null)[],
) {
  const isSum = addsUp(aimOf(shown.answer));
  const isWhole = shown.isWholes && (head.kind === 'company' || head.placeId !== null);
  /** A penetration is no sum: what is set for all of the place, or of the company. */
  const [shared] = isSum || shown.isEditing ? [] : sharedOf(shown.answer, head);
  const amounts = Array.from({ length: 12 }, (_, at) => {
    const some = rows.flatMap(({ cells }) => (cells[at] ? [cells[at]!.amount] : []));
    return isSum ? (some.length > 0 ? sum(some) : null) : (shared?.cells[at]?.amount ?? null);
  });
  return lineOf(shown, {
    head: { ...head, sellerId: null, isVacant: false, isWhole },
    sums: added(rows),
    amounts,
    looks: flat('sum' as const),
    wholes,
    editable: flat(isWhole && isSum),
  });
}

/** Makes the lines: the company, its places, and who sells there; of a seller the own. */
export function linesOf(shown: Shown): TargetLine[] {
  const { answer, isEditing } = shown;
  const isSum = addsUp(aimOf(answer));
  // What is set for all of a place stands at the place itself while nobody writes it; who neither had nor sold anything there is left out.
  const isNeeded = ({ sellerId, cells, done, over, before, beforeOver }: TargetRow) =>
    isEditing ||
    ((isSum || sellerId !== null) && cells.some((cell) => cell !== null)) ||
    [done, before, ...(sellerId === null ? [] : [over, beforeOver])].some((months) => sum(months) !== 0);
  const isNeededThere = ({ rows }: TargetPlace) => rows.some(isNeeded);
  // A seller reads of the own places, unless there is nothing of any.
  const places =
    isOwn(answer) && answer.places.some(isNeededThere) ? answer.places.filter(isNeededThere) : answer.places;
  const lines = places.flatMap((place): TargetLine[] => {
    const note = place.closedOn ? t(words.closed, { day: dayText(place.closedOn) }) : null;
    const head = { kind: 'place', placeId: place.id, label: place.name ?? words.nowhere, note } as const;
    const rows = place.rows.filter(isNeeded).map((row) => rowLine(shown, place, row));
    if (!isSum && !isEditing && place.id === null && rows.length === 0) return [];
    return [sumLine(shown, head, place.rows, place.wholes), ...rows];
  });
  if (isOwn(answer)) return lines;
  const head = { kind: 'company', placeId: null, label: words.company, note: null } as const;
  return [
    sumLine(
      shown,
      head,
      answer.places.flatMap(({ rows }) => rows),
      answer.wholes,
    ),
    ...lines,
  ];
}

/** Whether only the own targets are seen: what nobody has of a place is for who sees all of it. */
export const isOwn = ({ places }: Pick<TargetsAnswer, 'places'>): boolean =>
  places.length > 0 && !places.some(({ rows }) => rows.some(({ sellerId }) => sellerId === null));

/**
 * By whom the parts of a month of a place come to `fixed`: what is over is taken from who has the most and can be written,
 * what is missing given to the first of them. Null: theirs is not enough.
 */
function remedyOf(lines: readonly TargetLine[], { kind, placeId }: TargetLine, month: number, over: number) {
  const rows = kind === 'place' ? lines.filter((one) => one.kind === 'row' && one.placeId === placeId) : [];
  const cells = rows.flatMap(({ label, cells: of }) => of.filter((cell) => cell.month === month && cell.isEditable).map(({ amount }) => ({ label, amount: amount ?? 0 }))); // prettier-ignore
  const most = cells.toSorted((a, b) => b.amount - a.amount);
  const changes = brought(most.map(({ amount }) => amount), -over); // prettier-ignore
  return changes && most.filter((_, at) => changes[at] !== 0).map(({ label }) => label);
}

/** What of a month of a place, or of the company, nobody types here. */
const restOf = (lines: readonly TargetLine[], { kind, placeId }: TargetLine, month: number) =>
  sum(
    lines
      .filter((one) => one.kind === 'row' && (kind === 'company' || one.placeId === placeId))
      .map(({ cells }) => (cells[month - 1]!.isEditable ? null : cells[month - 1]!.amount)),
  );

/** Sums that do not come to what the maker has set, each with whose parts would make it come to that. */
export const wrongOf = (lines: readonly TargetLine[]) =>
  lines.flatMap((line) =>
    line.cells
      .filter(({ isWrong }) => isWrong)
      .map((cell) => ({
        ...line,
        ...cell,
        fixed: cell.fixed!,
        rest: restOf(lines, line, cell.month),
        names: remedyOf(lines, line, cell.month, (cell.amount ?? 0) - cell.fixed!),
      })),
  );
