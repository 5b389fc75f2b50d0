/** The sources of quotations behind one shape: an HTTP service where one is configured, else the simulator. */
import type { Config } from '#config';
import { sourceAnswer, type QuotationInput, type SourceAnswer } from '#domain/valuations/schema.ts';
import type { Source } from '#domain/valuations/terms.ts';
import { simulate } from './simulator.ts';

export type SourceConfig = Pick<Config, 'EUR_URL' | 'EUR_TOKEN' | 'IND_URL' | 'IND_TOKEN'>;

/** The source refused this question for good, and did not count it. */
export class SourceRefused extends Error {}

const PATIENCE_MS = 8000;

const placeOf = (config: SourceConfig, source: Source) =>
  source === 'EUR'
    ? { url: config.EUR_URL, token: config.EUR_TOKEN }
    : { url: config.IND_URL, token: config.IND_TOKEN };

/** Whether nothing is configured for a source, so that the simulator of this product answers. */
export const isSimulated = (config: SourceConfig, source: Source): boolean => !placeOf(config, source).url;

/**
 * Asks a source: a POST of the question as JSON with the source's token as bearer. The Idempotency-Key is the same when
 * a question is repeated that may have been counted. Throws `SourceRefused` when the source refuses it for good,
 * another error when it may be tried again.
 *
 * @param today the day in Rome, from which the simulator counts ages
 */
export async function askSource(
  config: SourceConfig,
  input: QuotationInput,
  { key, today }: { key: string; today: string },
): Promise<SourceAnswer> {
  const { url, token } = placeOf(config, input.source);
  if (!url) return simulate(input, today);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(input),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const { ok, status } = response;
  if (!ok) {
    const forGood = status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
    throw forGood ? new SourceRefused(`${input.source}: ${status}`) : new Error(`${input.source}: ${status}`);
  }
  return sourceAnswer.parse(await response.json());
}
