import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { amortisation, withoutCharges } from '#domain/financials/amortisation.ts';
import { countedContracts } from '#domain/contracts/counted.ts';
import { schedule } from '#domain/financials/credit.ts';
import { loanOf } from '#domain/financials/loan.ts';
import { money } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import { contractsListOf } from '#site/areas/contracts/ContractsList.tsx';
import { sellerBars } from '#site/areas/stats/targets/cards.server.ts';
import { columnsIn, rankTiles, sellersTable } from '#site/areas/stats/sellers.server.ts';
import Amortisation from '#site/parts/figures/Amortisation.tsx';
import { aPlan, aSheet } from '#tests/support/price-sheet.ts';

const cellsOf = (rows: Parameters<typeof Amortisation>[0]['rows']) =>
  renderToStaticMarkup(<Amortisation label="Piano" rows={rows} />)
    .match(/<tr>.*?<\/tr>/g)!
    .map((line) => [...line.matchAll(/<t[dh][^>]*?(?:\/>|>(.*?)<\/t[dh]>)/g)].map((match) => match[1] ?? ''));

test('an amortisation has a line for each month, from the whole capital to nothing owed, and its sums', () => {
  const basis = { listTotal: 24_900_00, keysInHand: 24_900_00, upfront: 0 };
  const loan = loanOf(aPlan(), { amount: 10_000_00, months: 36, protection: false }, basis)!;
  const cells = cellsOf(amortisation(aPlan(), loan, aSheet().params));
  expect(cells[0]).toEqual(['Mese', 'Rata', 'Capitale', 'Interessi', 'Spese e imposte', 'Totale', 'Residuo']);
  expect(cells).toHaveLength(38);
  expect([cells[36]![0], cells[36]![6]]).toEqual(['36', money(0)]);
  // What is paid back is the capital with its fee.
  expect([cells[37]![0], cells[37]![2]]).toEqual(['Somma', money(10_395_00)]);
});

test('one without fees says so of each month', () => {
  const loan = { capital: 1_000_000, tan: 6.95, instalments: 36, balloon: 0, balloonMonth: 36 };
  const cells = cellsOf(withoutCharges(schedule(loan)));
  expect(new Set(cells.slice(1).map((row) => row[4]))).toEqual(new Set([money(0)]));
  expect(cells.at(-1)![1]).toBe(cells.at(-1)![5]);
});

test('a number of contracts opens their list only by filters that the list shows', () => {
  const validates = { commercial: false, backOffice: false };
  const given = { userId: 1, privileges: [], mayMake: false, validates, sellers: [], locations: [] };
  const { columns, filters } = contractsListOf(given);
  const keys = filters.flatMap((one) => [one.key, ...('to' in one ? [one.to] : [])]);
  const { bases, list } = countedContracts;
  const days = Object.values(bases).flatMap(({ from, to }) => [from, to]);
  expect(keys).toEqual(expect.arrayContaining([...list.filters, list.place, list.person, ...days]));
  // The days by which figures count may be chosen as columns.
  expect(columns.map(({ key }) => key)).toEqual(
    expect.arrayContaining(Object.keys(bases).map((basis) => `${basis}On`)),
  );
});

test('offers above the most are a share of those whose most is known', () => {
  const now = { valuations: 4, judged: 2, overMost: 1 };
  const days = { from: '2026-11-01', to: '2026-11-20' };
  const rows = [{ id: 1, name: 'Anna Prova', place: null, now, before: {}, target: null }];
  const none = { sources: [], shares: null, pace: null, course: null, forecast: null, rank: null, ranking: null };
  const answer = { ...days, against: days, rows, ...none };
  const shown = { answer, basis: 'signed', locationId: undefined, privileges: [p.seeSalesStats, ...costSeenWith] };
  const { heads, rows: lines } = sellersTable(shown, 'work');
  expect(lines[0]!.cells[heads.findIndex(({ label }) => label === 'Oltre il massimo')]).toMatchObject({
    text: '1',
    note: expect.stringMatching(/^50(,0)? %$/),
  });
  // Who chooses columns sees these alone, of those that they may see.
  const search = new URLSearchParams('column=overMost&column=leads&column=margin&column=nothing');
  const columns = columnsIn(search, [p.seeSalesStats, ...costSeenWith]);
  const headsOf = (name: 'sales' | 'work') => sellersTable({ ...shown, columns }, name).heads.map(({ label }) => label);
  expect(headsOf('sales')).toEqual(['Venditore', 'Margine II medio']);
  expect(headsOf('work')).toEqual(['Venditore', 'Lead', 'Oltre il massimo']);
});

test('a seat that nobody has yet is part of what all sellers are to reach, by what all of them sold', () => {
  const days = { from: '2026-11-01', to: '2026-11-30' };
  const row = (id: number | null, name: string | null, pieces: number, target: number | null) => ({ id, name, place: null, now: { pieces, retail: pieces, contracts: pieces, leads: 1 }, before: {}, target: target === null ? null : { pieces: target, kind: null, done: pieces, expected: target } }); // prettier-ignore
  const rows = [row(1, 'Anna Prova', 3, 4), row(2, 'Bruno Prova', 2, null), row(null, null, 0, 5)];
  const [pace, course] = [{ kind: null, days: [] }, [{ day: days.to, now: 5, before: null }]];
  const answer = {
    ...days,
    against: days,
    rows,
    pace,
    course,
    shares: null,
    sources: [],
    forecast: null,
    rank: null,
    ranking: null,
  };
  const shown = { answer, basis: 'signed', locationId: undefined, privileges: [p.seeSalesStats] };
  const [sales, work] = [sellersTable(shown, 'sales'), sellersTable(shown, 'work')];
  const named = (table: typeof sales) => table.rows.map(({ cells: [who] }) => (who as { text: string }).text);
  expect([named(sales)[2], named(work)[2]]).toEqual(['Posto da coprire', 'Senza persona']);
  const at = sales.heads.findIndex(({ label }) => label === 'Pezzi su obiettivo');
  expect(sales.foot[0]![at]).toMatchObject({ text: '5', note: 'di 9 · −4' });
});

test('what a seller has financed and insured stands beside the share that is set, and warns below it', () => {
  const days = { from: '2026-11-01', to: '2026-11-30' };
  const now = { contracts: 8, retail: 8, financed: 5, insured: 2 };
  const rows = [{ id: 1, name: 'Anna Prova', place: null, now, before: {}, target: null }];
  const none = { sources: [], pace: null, course: null, forecast: null, rank: { place: 1, of: 1 }, ranking: null };
  const cells = (shares: { financed: number | null; insured: number | null } | null) => {
    const answer = { ...days, against: days, rows, ...none, shares };
    const { heads, rows: lines } = sellersTable({ answer, basis: 'signed', locationId: undefined, privileges: [p.createQuotes] }, 'sales'); // prettier-ignore
    return ['Finanziati', 'Assicurati'].map((name) => lines[0]!.cells[heads.findIndex(({ label }) => label === name)]);
  };
  const [financed, insured] = cells({ financed: 60_00, insured: 40_00 });
  expect(financed).toMatchObject({
    text: '5',
    note: '62,5 %, obiettivo 60\u00a0%',
    bar: 62.5,
    mark: 60,
    tone: undefined,
  });
  expect(insured).toMatchObject({ text: '2', note: '25,0 %, obiettivo 40\u00a0%', bar: 25, mark: 40, tone: 'warn' });
  const plain = { text: '5', note: '62,5 %' };
  expect([cells({ financed: null, insured: 40_00 })[0], cells(null)[0]]).toMatchObject([plain, plain]);
});

test('a place among sellers is said to have no names only where no ranking has them', () => {
  const rank = { place: 3, of: 8 };
  const tile = { label: 'Posto', text: '3º di 8', note: 'per contratti' };
  expect(rankTiles({ rank, ranking: null })).toEqual([{ ...tile, note: 'per contratti, senza i nomi' }]);
  expect(rankTiles({ rank, ranking: [] })).toEqual([tile]);
  expect(rankTiles({ rank: null, ranking: null })).toEqual([]);
});

test('a seller’s bar opens the rows of the kinds that it counts, and lacks nothing for a part of a piece', () => {
  const card = { aim: null, of: null, label: '', target: 8, source: 'own', done: 3, over: 0, expected: 3.4 } as const;
  const kinds = { new_pieces: 'new', used_pieces: 'used' } as const;
  const now = (...objectives: ('new_pieces' | 'used_pieces')[]) => ({
    day: '2026-11-20',
    month: 11,
    basis: 'signed' as const,
    places: [],
    cards: objectives.map((objective) => ({ ...card, objective })),
    sellers: [
      {
        sellerId: 4,
        seller: 'Rossi',
        target: 8,
        kind: objectives[1] ? null : kinds[objectives[0]!],
        done: 3,
        expected: 3.4,
      },
    ],
  });
  const barOf = (...objectives: Parameters<typeof now>) =>
    sellerBars(now(...objectives), { privileges: Object.values(p), userId: 1 })![0]!;
  expect(barOf('new_pieces').href).toContain('kind=new');
  expect(barOf('used_pieces').href).toContain('kind=used');
  expect(decodeURIComponent(barOf('new_pieces', 'used_pieces').href!)).toContain('retail=true');
  expect([barOf('new_pieces').mark, barOf('new_pieces').now]).toEqual([3, 3]);
});
