/** Of which rows of a figure a number may be: filters of their lists that name nobody. */
import { z } from 'zod';
import { accesses } from '../accesses/endpoints.ts';
import { contracts } from '../contracts/endpoints.ts';
import { leads } from '../leads/endpoints.ts';
import type { PartFilters } from '../record/figures.ts';
import { flag } from '../record/records.ts';
import { valuations } from '../valuations/endpoints.ts';
import type { FigureName } from './figures.ts';

const none = z.object({}).strict();
const visits = accesses['GET /accesses'].query
  .pick({
    subject: true,
    reason: true,
    answered: true,
    state: true,
    outcome: true,
    hour: true,
    waited: true,
    abandoned: true,
    refused: true,
    quoted: true,
    contracted: true,
  })
  .strict();

const parts = {
  contracts: contracts['GET /contracts'].query
    .pick({
      kind: true,
      channel: true,
      financed: true,
      insured: true,
      retail: true,
      tradeIn: true,
      objective: true,
      line: true,
      lineType: true,
      lineParty: true,
      lineItem: true,
      basketId: true,
    }) // prettier-ignore
    .strict(),
  leads: leads['GET /leads'].query.pick({ outcome: true, answered: true, untouched: true, negotiated: true, timely: true, silent: true }).strict(), // prettier-ignore
  visits,
  accesses: visits,
  drives: z.object({ contracted: flag.optional() }).strict(),
  appointments: z.object({ missed: flag.optional(), source: z.string().max(20).optional() }).strict(),
  valuations: valuations['GET /valuations'].query.pick({ overMost: true, resold: true }).strict(),
  quotes: none,
} as const satisfies Record<FigureName, z.ZodObject>;

/** Reads the filters of an address; null: they are none of this figure. */
export function readFilters(figure: FigureName, text = ''): PartFilters | null {
  const read = parts[figure].safeParse(Object.fromEntries(new URLSearchParams(text)));
  return read.success ? { ...(read.data as PartFilters) } : null;
}
