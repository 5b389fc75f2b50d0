import { renderToStaticMarkup as html } from 'react-dom/server';
import { expect, test } from 'vitest';
import { offeredOf } from '#domain/record/machine.ts';
import { blankOf } from '#domain/record/fields.ts';
import { privileges as p } from '#domain/privileges.ts';
import { valuationTableFields } from '#domain/stock/valuation-fields.ts';
import { valuationFields } from '#domain/valuations/fields.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { StaticHead } from '#site/areas/valuations/Head.tsx';

const terms = { ...blankOf(valuationTableFields), offerDays: 7, preparation: { gross: 0, net: 0 } };
const facts = {
  ...blankOf(valuationFields),
  state: 'offered',
  madeBy: 7,
  specialistId: 8,
  km: 48_210,
  registeredOn: '2021-06-12',
} as const;
const [seller, specialist] = [7, 8];

/** The button that leads somebody on from an offer. */
function leading(id: number, privileges: readonly number[]): string | undefined {
  const actor = { id, privileges, today: '2026-11-24' };
  const offered = offeredOf(valuationMachine, { ...facts, offerUntil: '2026-12-01' }, actor);
  const of = { ...facts, id: 5, number: 'V-1', madeBy: { name: 'Giulia' }, offered } as unknown as Valuation;
  const drawn = html(<StaticHead valuation={of} terms={terms} specialists={[]} today={actor.today} />);
  const primary = [...drawn.matchAll(/class="btn primary"[^>]*>(?:<svg.*?<\/svg> )?([^<]+)</g)].map(([, text]) => text);
  expect(primary.length).toBeLessThanOrEqual(1);
  return primary[0];
}

test('an offer leads on to a quote, to the stock, or to paper, as whoever looks at it may', () => {
  expect(leading(seller, [p.createQuotes])).toBe('Metti in un preventivo');
  expect(leading(specialist, [p.evaluateUsed, p.manageStock])).toBe('Metti in arrivo nello stock');
  expect(leading(specialist, [p.evaluateUsed])).toBe('Stampa l’offerta');
});
