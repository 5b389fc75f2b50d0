/** A company's reasons for the moves of one kind of record: what is offered, and how it is set. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { leadReasonFields, reasonFields } from './reason-fields.ts';
import { schemaOf } from './schema.ts';
import { under } from './under.ts';

/** Reasons to begin with, by the name of a move, or of what wants a reason without being one. */
export type FirstReasons = Readonly<Record<string, readonly string[]>>;

const answer = z.object({
  version: z.int(),
  /** `label`: as the move is called. */
  moves: z.array(
    z.object({
      move: z.string(),
      label: z.string(),
      reasons: z.array(z.object({ label: z.string(), needsNote: z.boolean(), unreached: z.boolean().optional() })),
    }),
  ),
});
export type ReasonAnswer = z.output<typeof answer>;

/** The calls of an area's reasons: `/leads/settings/reasons`. */
export function reasonCalls<const Area extends string>(
  area: Area,
  { what, moves }: { what: string; moves: readonly string[] },
) {
  const body = schemaOf(area === 'leads' ? leadReasonFields : reasonFields)
    .extend({ move: z.enum(moves) })
    .superRefine(({ reasons }, ctx) => {
      const issue = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message });
      if (reasons.length === 0) issue(['reasons'], 'Lasciare almeno un motivo: senza, nessuno può fare il passaggio');
      for (const [at, { label }] of reasons.entries())
        if (reasons.findIndex((one) => one.label === label) < at)
          issue(['reasons', at, 'label'], 'Questo motivo c’è già');
    });
  return under(area, {
    'GET /settings/reasons': endpoint({
      summary: `The reasons that the company offers for the moves of ${what}; to begin with those of the product`,
      privileges: [p.managePreferences],
      answer,
    }),
    'PUT /settings/reasons': endpoint({
      summary: `Set the reasons of a move of ${what} in their order; what was said with one that is left out stays readable`,
      privileges: [p.managePreferences],
      body,
      answer,
      versioned: true,
    }),
  });
}
