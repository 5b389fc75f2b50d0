import { z } from 'zod';
import { endpoint, id } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { calendarDay } from '../text.ts';
import { networkSpans, type NetworkSpan } from './targets.ts';

/** What is counted of the network over a span. */
export const volumeKinds = {
  contracts: 'Contratti',
  plated: 'Targate',
  quotes: 'Preventivi',
  leads: 'Lead',
  visits: 'Visite',
  open: 'Trattative aperte',
} as const;
export type VolumeKind = keyof typeof volumeKinds;

/** The most rows of an answer; whatever is asked for, its total counts all of them. */
export const MOST_VOLUMES = 500;

/** The rows behind the figures of the manufacturer's home. */
export const volumeCalls = {
  'GET /companies/network/volumes': endpoint({
    summary: 'What the figures of the network count, by company, month and model, without persons or prices',
    audience: 'fms',
    query: z.object({
      span: z
        .enum(keysOf(networkSpans) as [NetworkSpan, ...NetworkSpan[]])
        .default('month')
        .describe('Around today'),
      of: z.enum(keysOf(volumeKinds) as [VolumeKind, ...VolumeKind[]]).default('contracts'),
      companyId: id.optional(),
      month: calendarDay.optional().describe('Its first day'),
      makerId: id.optional().describe('Leads and visits have none'),
      modelId: id.optional().describe('Leads and visits have none'),
    }),
    answer: z.object({
      rows: z.array(
        z.object({
          companyId: z.int(),
          company: z.string(),
          month: z.iso.date().describe('Its first day'),
          modelId: z.int().nullable(),
          model: z.string().nullable().describe('With its maker; null: not known, as of used cars'),
          count: z.int(),
        }),
      ),
      total: z.int().describe('Of all rows, also those beyond the most that are answered'),
      found: z.int().describe('How many rows there are'),
      months: z.array(z.iso.date()).describe('That occur, by their first days'),
      models: z.array(z.object({ id: z.int(), name: z.string() })).describe('That occur in the span'),
    }),
  }),
};
