import { Failure } from '#domain/errors.ts';
import { raise, type Raise } from '#domain/catalog/editions/raise.ts';
import { parseNumber } from '#domain/italian.ts';
import type { CallAnswer } from '#site/lib/call.ts';

interface RaiseShown {
  typed: { prices: string; percent: string; rounding: string };
  error?: string;
  /** What is asked for, and what becomes of the prices; null: nothing was asked for, or it is wrong. */
  shown: { raise: Raise; preview: CallAnswer<'GET /catalog/editions/:id/raise'> } | null;
}

/** What an address asks for: by how many percent prices of a model change in an edition, and what is wrong with that. */
export async function raisedOf(
  call: App.Locals['call'],
  search: URLSearchParams,
  { id, modelId }: { id: number; modelId: number },
): Promise<RaiseShown> {
  const percent = search.get('percent');
  const typed = {
    prices: search.get('prices') ?? 'versions',
    percent: percent ?? '',
    rounding: search.get('rounding') ?? '1',
  };
  if (percent === null) return { typed, shown: null };
  const { data, error } = raise.safeParse({ ...typed, modelId, percent: parseNumber(percent) });
  if (!data) return { typed, error: error.issues[0]!.message, shown: null };
  try {
    const preview = await call('GET /catalog/editions/:id/raise', { params: { id }, query: data });
    return { typed, shown: { raise: data, preview } };
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.code !== 'invalid') throw cause;
    return { typed, error: cause.detail.fields?.percent ?? cause.message, shown: null };
  }
}
