/** Calls that a unique or a foreign key refuses, made of every call of the table: what a cluster must refuse alike. */
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { fill } from './areas.ts';
import type { Answer, Side } from './area.ts';
import type { World } from './world.ts';

/** The number of no record. */
const NOBODY = 987_654_321;

/** Calls that write what somebody sends. */
export const writingCalls = (Object.keys(endpoints) as CallName[]).filter(
  (name) => !name.startsWith('GET ') && endpoints[name].audience !== 'public',
);

/** What is refused, without what differs from run to run. */
const refusal = ({ status, body }: Answer) => {
  const { error, message, fields } = (body ?? {}) as { error?: string; message?: string; fields?: unknown };
  // Rounds of signatures have numbers by chance, and made people are numbered through.
  const said = message?.replace(/\(P\d-[\w-]+\)/, '(P)').replace(/Utente \d+/, 'Utente');
  return status < 400 ? 'taken' : { status, error, message: said, fields };
};

/** How a call answers that is made twice, and once for each record that it names, with one that is nobody's. */
export async function refusalsOf(world: World, side: Side, name: CallName): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const { as, sent } = await fill(name, side);
  await world.call(as, name, sent);
  answers.twice = refusal(await world.call(as, name, { ...sent, key: crypto.randomUUID() }));
  const named = Object.keys((sent as { body?: object }).body ?? {}).filter((key) => /Ids?$/.test(key));
  for (const key of named) {
    const { as: by, sent: other } = await fill(name, side);
    const { body } = other as { body: Record<string, unknown> };
    const value = Array.isArray(body[key]) ? [NOBODY] : NOBODY;
    answers[key] = refusal(await world.call(by, name, { ...other, body: { ...body, [key]: value } }));
  }
  return answers;
}
