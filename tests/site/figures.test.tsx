import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { schedule } from '#domain/financials/credit.ts';
import { money } from '#domain/italian.ts';
import { Amortisation } from '#site/parts/figures/Amortisation.tsx';

test('an amortisation has a line for each month, from the whole capital to nothing owed', () => {
  const loan = { capital: 1_000_000, tan: 6.95, instalments: 36, balloon: 0, balloonMonth: 36 };
  const lines = renderToStaticMarkup(<Amortisation rows={schedule(loan)} />).match(/<tr>.*?<\/tr>/g)!;
  const cells = lines.map((line) => [...line.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map((match) => match[1]));
  expect(cells[0]).toEqual(['Rata n.', 'Importo', 'Capitale', 'Interessi', 'Residuo']);
  expect(cells).toHaveLength(37);
  expect([cells.at(-1)![0], cells.at(-1)![4]]).toEqual(['36', money(0)]);
});
