import { instantInRome, isSkippedInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';

/**
 * The instant of a day and time (`HH:MM`, Rome) that somebody typed. Throws `invalid` at `field` for an hour that the clocks skip:
 * moved to the next one it would be another time than was agreed on.
 */
export function typedInstant(day: string, time: string, field = 'time'): Date {
  if (isSkippedInRome(day, time))
    throw new Failure('invalid', undefined, {
      fields: { [field]: 'Quel giorno quest’ora non c’è: gli orologi passano dalle 2 alle 3' },
    });
  return instantInRome(day, time);
}
