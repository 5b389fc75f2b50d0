import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { amortisation, withoutCharges } from '#domain/financials/amortisation.ts';
import { countedContracts } from '#domain/contracts/counted.ts';
import { schedule } from '#domain/financials/credit.ts';
import { loanOf } from '#domain/financials/loan.ts';
import { money } from '#domain/italian.ts';
import { contractsListOf } from '#site/areas/contracts/ContractsList.tsx';
import Amortisation from '#site/parts/figures/Amortisation.tsx';
import { aPlan, aSheet } from '#tests/support/price-sheet.ts';

const cellsOf = (rows: Parameters<typeof Amortisation>[0]['rows']) =>
  renderToStaticMarkup(<Amortisation rows={rows} />)
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
  const keys = contractsListOf(given).filters.flatMap((one) => [one.key, ...('to' in one ? [one.to] : [])]);
  const { bases, list } = countedContracts;
  const days = Object.values(bases).flatMap(({ from, to }) => [from, to]);
  expect(keys).toEqual(expect.arrayContaining([...list.filters, list.place, list.person, ...days]));
});
