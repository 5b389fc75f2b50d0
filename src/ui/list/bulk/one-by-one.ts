import { integer } from '#domain/italian.ts';
import { whyOf } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { assign as words } from '#site/messages/it/lists.ts';
import { toast } from '#site/ui/toast.ts';

/** Number of rows whose refusal is said; further ones are counted. */
const SAID = 5;

/** A row with which the step was not made, and why, with its name. */
export interface RefusedRow<R> {
  row: R;
  why: string;
}

/** What is done with each of some rows. */
interface Doing<R, D> {
  step: (row: R) => Promise<D>;
  nameOf: (row: R) => string;
  /** What is said of this number of rows. */
  done: (n: string) => string;
  /** Takes back what was done with one row, where that is possible. */
  undo?: (done: D) => Promise<unknown>;
  /** Reads the list again. */
  again: () => void;
}

/** Makes the step with each, and collects the refusals by name. */
async function each<R, D>(rows: readonly R[], step: (row: R) => Promise<D>, nameOf: (row: R) => string) {
  const done: D[] = [];
  const refused: RefusedRow<R>[] = [];
  for (const row of rows)
    await step(row).then(
      (one) => done.push(one),
      (error: Error) => refused.push({ row, why: `${nameOf(row)}: ${whyOf(error)}` }),
    );
  return { done, refused };
}

/** The refusals in one text, the first by their rows. */
export function refusedText(refused: readonly RefusedRow<unknown>[]): string {
  const more = refused.length - SAID;
  const said = refused.slice(0, SAID).map(({ why }) => why);
  return [...said, ...(more > 0 ? [t(words.andMore, { n: integer(more) })] : [])].join(' ');
}

export function tellRefused(refused: readonly RefusedRow<unknown>[]): void {
  if (refused.length > 0) void toast(refusedText(refused), { kind: 'bad', duration: 8000 });
}

/**
 * Makes one step with each of these rows, one after the other, so that a refusal stops none of the others. Returns those
 * that were refused: the caller says them, where people can do something about it.
 */
export async function oneByOne<R, D>(
  rows: readonly R[],
  { step, nameOf, done, undo, again }: Doing<R, D>,
): Promise<RefusedRow<R>[]> {
  const all = await each(rows, step, nameOf);
  if (all.done.length > 0)
    void toast(done(integer(all.done.length)), {
      kind: 'ok',
      ...(undo && {
        duration: 10_000,
        action: {
          label: words.undo,
          run: () =>
            void each(all.done, undo, () => words.undo).then(({ refused }) => {
              tellRefused(refused);
              again();
            }),
        },
      }),
    });
  again();
  return all.refused;
}
