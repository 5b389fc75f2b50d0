import { renderToStaticMarkup as html } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { offeredOf } from '#domain/record/machine.ts';
import { blankOf } from '#domain/record/fields.ts';
import { privileges as p } from '#domain/privileges.ts';
import { valuationTableFields } from '#domain/stock/valuation-fields.ts';
import { damageFields, valuationFields, type Damage } from '#domain/valuations/fields.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { StaticHead } from '#site/areas/valuations/Head.tsx';
import { listWith } from '#site/areas/valuations/damage-list.ts';
import { createValuation } from '#site/areas/valuations/store.ts';
import { call } from '#site/lib/call.ts';

vi.mock('#site/lib/call.ts', async (load) => ({ ...(await load<object>()), call: vi.fn() }));
vi.mock('#site/ui/toast.ts', () => ({ toast: vi.fn(() => Promise.resolve()) }));

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
  const primary = [...drawn.matchAll(/class="btn primary"[^>]*>(?:<svg.*?<\/svg> )?(?:<span[^>]*>)?([^<]+)</g)].map(
    ([, text]) => text,
  );
  expect(primary.length).toBeLessThanOrEqual(1);
  return primary[0];
}

test('an offer leads on to a quote, to the stock, or to paper, as whoever looks at it may', () => {
  expect(leading(seller, [p.createQuotes])).toBe('Metti in un preventivo');
  expect(leading(specialist, [p.evaluateUsed, p.manageStock])).toBe('Metti in arrivo nello stock');
  expect(leading(specialist, [p.evaluateUsed])).toBe('Stampa l’offerta');
});

test('two saves at once are both made, the second over what the first has left', async () => {
  const valuation = { ...facts, id: 5, version: 1 } as unknown as Valuation;
  vi.mocked(call).mockImplementation((async (_: string, { version, body }: { version: number; body: object }) => ({
    ...valuation,
    ...body,
    version: version + 1,
  })) as never);
  const store = createValuation({ valuation, terms, specialists: [], today: '2026-11-24' });
  const saved = await Promise.all([store.save({ km: 50_000 }), store.save({ retailPrice: 15_000_00 })]);
  expect(saved).toEqual([true, true]);
  const sent = vi.mocked(call).mock.calls as unknown as [string, { version: number; body: object }][];
  expect(sent.map(([name, { version }]) => [name, version])).toEqual([
    ['PUT /valuations/:id', 1],
    ['PUT /valuations/:id', 2],
  ]);
  expect(sent[1]![1].body).toMatchObject({ km: 50_000, retailPrice: 15_000_00 });
});

test('a move that waits behind a refused save is not made, and the answer to it is read again', async () => {
  const valuation = { ...facts, id: 5, version: 1 } as unknown as Valuation;
  const now = { ...valuation, version: 4 };
  vi.mocked(call).mockReset();
  vi.mocked(call).mockImplementation((async (name: string) => {
    if (name.startsWith('PUT')) throw new Error('Qualcuno l’ha cambiata');
    return now;
  }) as never);
  const store = createValuation({ valuation, terms, specialists: [], today: '2026-11-24' });
  const saved = await Promise.all([store.save({ km: 50_000 }), store.save({ damages: [] })]);
  expect(saved).toEqual([false, false]);
  expect(vi.mocked(call).mock.calls.map(([name]) => name)).toEqual(['PUT /valuations/:id', 'GET /valuations/:id']);
  expect(store.$saved.get()).toBe(now);
});

test('a save waits for the step that runs, and is made over what it leaves', async () => {
  const valuation = { ...facts, id: 5, version: 1 } as unknown as Valuation;
  vi.mocked(call).mockReset();
  vi.mocked(call).mockImplementation((async (_: string, { version, body }: { version: number; body?: object }) => ({
    ...valuation,
    ...body,
    version: version + 1,
  })) as never);
  const store = createValuation({ valuation, terms, specialists: [], today: '2026-11-24' });
  const step = store.attempt((seen) => call('POST /valuations/:id/release', { params: seen, version: seen.version }));
  expect(await Promise.all([step, store.save({ km: 50_000 })])).toEqual([true, true]);
  expect(store.$saved.get()).toMatchObject({ version: 3, km: 50_000 });
});

test('an opened damage goes where it stands now, a new one to the end, and one that is gone nowhere', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((note) => ({ ...blankOf(damageFields), note, photos: [] }) as Damage) as [
    Damage,
    Damage,
    Damage,
  ];
  expect(listWith([a, c], { at: null, damage: b }, b)).toEqual([a, c, b]);
  expect(listWith([a, b], { at: 0, damage: b }, c)).toEqual([a, c]);
  expect(listWith([a, b], { at: 0, damage: a }, null)).toEqual([b]);
  expect(listWith([a], { at: 1, damage: b }, c)).toBeNull();
});
