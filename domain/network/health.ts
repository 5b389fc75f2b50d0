/** Whether the installation works, as the manufacturer reads it: never a value of a key, nor anything of a company. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { keysOf } from '../record/machine.ts';

/** How a system outside of the product stands: it answers, it does not, none is configured and the product does its work, or nobody has looked yet. */
export const serviceStates = {
  up: { label: 'Risponde', tone: 'ok' },
  down: { label: 'Non risponde', tone: 'bad' },
  local: { label: 'Interno', tone: 'mute' },
  unknown: { label: 'Non ancora verificato', tone: 'mute' },
} as const;
export type ServiceState = keyof typeof serviceStates;

const health = z.object({
  services: z.array(
    z.object({
      name: z.string(),
      state: z.enum(keysOf(serviceStates)),
      host: z.string().nullable().describe('Null: none is configured'),
      about: z.string().describe('What does its work where none is configured'),
      ms: z.int().nullable().describe('Until it answered'),
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
