/** How a whole is divided into targets so that the parts add up to it exactly. */

/**
 * Divides a whole number by weights: each part is the share of its weight rounded down, and what is left goes one by one to
 * the largest remainders, the earlier part first. Without any weight the parts are equal. No part is negative.
 */
export function divide(whole: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const sum = weights.reduce((all, one) => all + one, 0);
  const shares = sum > 0 ? weights.map((one) => one / sum) : weights.map(() => 1 / weights.length);
  const exact = shares.map((share) => share * whole);
  const parts = exact.map(Math.floor);
  let left = whole - parts.reduce((all, one) => all + one, 0);
  const rests = exact.map((one, at) => ({ at, rest: one - parts[at]! })).toSorted((a, b) => b.rest - a.rest || a.at - b.at); // prettier-ignore
  // A part without weight gets nothing while others have some.
  const taking = sum > 0 ? rests.filter(({ at }) => weights[at]! > 0) : rests;
  for (let n = 0; left > 0; n++, left--) parts[taking[n % taking.length]!.at]! += 1;
  // Shares of large amounts may come out a little too large: the smallest remainder gives back.
  for (const { at } of rests.toReversed()) {
    if (left === 0 || parts[at] === 0) continue;
    parts[at]! -= 1;
    left += 1;
  }
  return parts;
}

/**
 * By how much each part, the largest first, changes so that their sum does by `difference`: what is missing goes to the
 * first one, what is over is taken from one after the other. Null: there is not so much.
 */
export function brought(parts: readonly number[], difference: number): number[] | null {
  if (parts.length === 0) return null;
  let left = difference;
  const changes = parts.map((part) => {
    const change = Math.max(left, -part);
    left -= change;
    return change;
  });
  return left === 0 ? changes : null;
}

/** A person, or what nobody has of a place, over the twelve months of a year. */
export interface DividedRow {
  /** What was done, or aimed at, in each month of the year before, of any size; null: there is no history. */
  history: readonly number[] | null;
  /** Working days of each month of that year, and of the one that is divided. */
  before: readonly number[];
  working: readonly number[];
  /** Months that take a part. */
  takes: readonly boolean[];
}

/**
 * What a year that goes on comes to: in its month of today what is done and the usual pace for the days that are left, in
 * later months that pace. `worked`: working days of that month up to today. Without a day that was worked it is what is done.
 */
export function atPace(
  done: readonly number[],
  working: readonly number[],
  { month, worked }: { month: number; worked: number },
): number[] {
  const over = month - 1;
  const days = working.slice(0, over).reduce((all, one) => all + one, worked);
  const daily = days === 0 ? 0 : done.slice(0, month).reduce((all, one) => all + one, 0) / days;
  return done.map((one, at) => {
    if (at < over) return one;
    return at === over ? one + daily * Math.max(0, working[at]! - worked) : daily * working[at]!;
  });
}

const mean = (rows: readonly (readonly number[])[]): number[] =>
  Array.from({ length: 12 }, (_, month) => rows.reduce((all, row) => all + row[month]!, 0) / rows.length);

/** What somebody did on a working day of the months in which anything was done. */
function dailyOf(history: readonly number[], before: readonly number[], known: readonly boolean[]): number {
  const days = before.reduce((all, one, month) => all + (known[month] ? one : 0), 0);
  return days === 0 ? 0 : history.reduce((all, one, month) => all + (known[month] ? one : 0), 0) / days;
}

/**
 * The weights of a place's rows by month: what was done on a working day of that month, times the working days that it has
 * now. A month in which nobody did anything, or could, says nothing of itself: it goes by the others. Who has no history
 * has the mean of those who have one; where nobody has, working days alone count.
 */
export function weightsOf(rows: readonly DividedRow[]): number[][] {
  const known = rows.flatMap(({ history }) => (history?.some((one) => one > 0) ? [history] : []));
  const usual = known.length > 0 ? mean(known) : null;
  const isKnown = Array.from({ length: 12 }, (_, month) => known.some((history) => history[month]! > 0));
  return rows.map(({ history, before, working, takes }) =>
    takes.map((isTaking, month) => {
      if (!isTaking || working[month] === 0) return 0;
      if (!usual) return working[month]!;
      const own = history?.some((one) => one > 0) ? history : usual;
      const day = isKnown[month] && before[month]! > 0 ? own[month]! / before[month]! : dailyOf(own, before, isKnown);
      return day * working[month]!;
    }),
  );
}

const added = (rows: readonly (readonly number[])[]): number[] =>
  Array.from({ length: 12 }, (_, month) => rows.reduce((all, row) => all + row[month]!, 0));

/**
 * Divides the whole of each month among rows by their weights: what rounding takes from a row in one month it gets in a
 * later one. Rows without weight in a month have no part of it.
 */
function spread(wholes: readonly number[], weights: readonly (readonly number[])[]): number[][] {
  const parts = weights.map(() => Array.from({ length: 12 }, () => 0));
  const owed = weights.map(() => 0);
  const sums = added(weights);
  for (const [month, whole] of wholes.entries()) {
    const taking = [...weights.keys()].filter((at) => weights[at]![month]! > 0);
    let left = whole;
    const give = (at: number, n: number) => {
      parts[at]![month]! += n;
      owed[at]! -= n;
      left -= n;
    };
    for (const at of taking) {
      owed[at]! += (whole * weights[at]![month]!) / sums[month]!;
      give(at, Math.max(0, Math.floor(owed[at]!)));
    }
    const most = (one: number, other: number) => (owed[other]! > owed[one]! ? other : one);
    const least = (one: number, other: number) => (owed[other]! < owed[one]! ? other : one);
    while (left > 0) give(taking.reduce(most), 1);
    while (left < 0) give(taking.filter((at) => parts[at]![month]! > 0).reduce(least), -1);
  }
  return parts;
}

/**
 * Divides a whole over rows and months that take a part: first over the months, each month over the places, then over the
 * rows of a place. The parts add up to it. Null: there is nothing that takes one. `places`: which place each row is of.
 */
export function divideYear(
  whole: number,
  rows: readonly DividedRow[],
  weights = weightsOf(rows),
  places: readonly unknown[] = rows.map(() => null),
): number[][] | null {
  if (!rows.some(({ takes }) => takes.some(Boolean))) return null;
  const taken = (of: (row: number, month: number) => number) =>
    rows.map(({ takes }, row) => takes.map((is, month) => (is ? of(row, month) : 0)));
  const isSome = (all: readonly (readonly number[])[]) => all.some((row) => row.some((one) => one > 0));
  const own = [taken((row, month) => weights[row]![month]!), taken((row, month) => rows[row]!.working[month]!)].find(isSome) ?? taken(() => 1); // prettier-ignore
  const of = [...Map.groupBy(rows.keys(), (row) => places[row]).values()];
  const ofPlaces = of.map((those) => added(those.map((row) => own[row]!)));
  const wholes = spread(divide(whole, added(ofPlaces)), ofPlaces);
  const divided: number[][] = [];
  for (const [place, those] of of.entries()) {
    const parts = spread(wholes[place]!, those.map((row) => own[row]!)); // prettier-ignore
    for (const [at, row] of those.entries()) divided[row] = parts[at]!;
  }
  return divided;
}

/** What is to be expected by the end of a day of a month: the target by working days; null where the month has none. */
export const expectedBy = (target: number, { worked, working }: { worked: number; working: number }): number | null =>
  working === 0 ? null : (target * worked) / working;
