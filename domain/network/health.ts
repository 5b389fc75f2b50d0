/** Whether the installation works, as the manufacturer reads it: never a value of a key, nor anything of a company. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { keysOf } from '../record/machine.ts';

/** How a system outside of the product stands: it answers, it takes long to, it does not, none is configured and the product does its work, or nobody has looked yet. */
export const serviceStates = {
  up: { label: 'Risponde', tone: 'ok' },
  slow: { label: 'Lento', tone: 'warn' },
  down: { label: 'Non risponde', tone: 'bad' },
  local: { label: 'Interno', tone: 'mute' },
  unknown: { label: 'Non ancora verificato', tone: 'mute' },
} as const;
export type ServiceState = keyof typeof serviceStates;

/** A system that takes longer to answer is slow: milliseconds. */
export const SLOW_MS = 1000;

const hour = z.object({
  ms: z.array(z.int().nullable()).describe('Until each answer, the oldest first; null: none came'),
  p99: z.int().nullable().describe('Of those that came, 99 percent came within it; null: none came'),
  failed: z.int(),
});
export type ServiceHour = z.output<typeof hour>;

/** What the answers of an hour, in milliseconds, say of a system; null: none came. */
export function hourOf(ms: readonly (number | null)[]): ServiceHour {
  const answered = ms.filter((one) => one !== null).toSorted((a, b) => a - b);
  return {
    ms: [...ms],
    p99: answered[Math.ceil(answered.length * 0.99) - 1] ?? null,
    failed: ms.length - answered.length,
  };
}

const health = z.object({
  services: z.array(
    z.object({
      name: z.string(),
      state: z.enum(keysOf(serviceStates)),
      host: z.string().nullable().describe('Null: none is configured'),
      about: z.string().describe('What does its work where none is configured'),
      ms: z.int().nullable().describe('Until it answered'),
      hour: hour.nullable().describe('By the minute; null: it was not asked'),
    }),
  ),
  keys: z.array(z.object({ name: z.string(), about: z.string(), isSet: z.boolean() })).describe('Names, never values'),
  jobs: z.object({ waiting: z.int(), later: z.int(), running: z.int() }).describe('As counted within the last minutes'),
  database: z.string(),
  migration: z.string().describe('The last change of the tables'),
  checkedAt: z.iso.datetime({ offset: true }),
});
export type Health = z.output<typeof health>;

export const healthCalls = {
  'GET /network/health': endpoint({
    summary: 'Systems that the installation stands on and whether they answer, keys by name, jobs, versions',
    audience: 'fms',
    privileges: [p.managePreferences],
    peopleOnly: true,
    heavy: 'waiting',
    query: z.object({ known: z.enum(['true']).optional().describe('What was found last, without waiting for others') }),
    answer: health,
  }),
};
