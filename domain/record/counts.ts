/** Answers that count several parts of a list. */
import { z } from 'zod';
import { keysOf } from './machine.ts';

/** A count for each of these parts, as an answer says them. */
export const countsOf = <K extends string>(parts: Readonly<Record<K, unknown>>) =>
  z.object(Object.fromEntries(keysOf(parts).map((name) => [name, z.int()])) as Record<K, z.ZodInt>);
