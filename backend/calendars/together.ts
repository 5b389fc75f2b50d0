import { Failure } from '#domain/errors.ts';
import type { Ctx } from '../lib/work/context.ts';
import { inSavepoint } from '../lib/work/savepoint.ts';
import { release } from './book.ts';

/**
 * Moves events, whose calendars are locked, together: all of them leave their places before the first takes its new one.
 * When some are refused, everything is as before for them, and the others are tried again beside them: so each of them
 * has its new place or its former one. Returns what `place` answered, and why each of the others stayed.
 */
export async function moveTogether<One extends { id: number }, Done>(
  ctx: Ctx,
  events: readonly One[],
  place: (ctx: Ctx, one: One) => Promise<Done>,
): Promise<{ done: Done[]; stayed: { one: One; why: string }[] }> {
  const stayed: { one: One; why: string }[] = [];
  for (let going = [...events]; going.length > 0;) {
    const refused = new Map<One, Failure>();
    try {
      const done = await inSavepoint(ctx, async (inner) => {
        await release(
          inner,
          going.map(({ id }) => id),
        );
        const placed: Done[] = [];
        for (const one of going)
          try {
            placed.push(await place(inner, one));
          } catch (error) {
            if (!(error instanceof Failure)) throw error;
            refused.set(one, error);
          }
        const [first] = refused.values();
        if (first) throw first;
        return placed;
      });
      return { done, stayed };
    } catch (error) {
      if (refused.size === 0 || !(error instanceof Failure)) throw error;
    }
    for (const [one, { message }] of refused) stayed.push({ one, why: message });
    going = going.filter((one) => !refused.has(one));
  }
  return { done: [], stayed };
}
