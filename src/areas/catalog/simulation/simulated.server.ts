import { simulationQuery } from '#domain/catalog/simulation/schema.ts';
import { Failure } from '#domain/errors.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { listOf } from '../comparison/sides.server.ts';

interface SimulationShown {
  /** The day, or the id of the edition. */
  list: string | null;
  simulation: CallAnswer<'GET /catalog/simulation'> | null;
  error?: string | undefined;
}

/** What an address asks to be simulated. */
export async function simulatedOf(call: App.Locals['call'], search: URLSearchParams): Promise<SimulationShown> {
  const list = listOf(search, 'simulate');
  if (list === null) return { list, simulation: null };
  const { data, error } = simulationQuery.safeParse({ list });
  if (!data) return { list, simulation: null, error: error.issues[0]!.message };
  try {
    return { list, simulation: await call('GET /catalog/simulation', { query: data }) };
  } catch (cause) {
    if (!(cause instanceof Failure) || !['invalid', 'conflict'].includes(cause.code)) throw cause;
    return { list, simulation: null, error: cause.detail.fields?.list ?? cause.message };
  }
}
