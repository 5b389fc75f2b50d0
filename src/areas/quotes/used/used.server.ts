import { bodies, fuels, gearboxes } from '#domain/catalog/terms.ts';
import { parseNumber } from '#domain/italian.ts';

/** Run on the server: what the choice of a used car reads from its address. */

/** Cars of a page. */
export const SHOWN = 24;

/** What is looked for, as typed and as the call wants it: amounts in cents; what is empty or no number is left out. */
export function seekOf(address: URLSearchParams) {
  const get = (name: string) => address.get(name)?.trim().slice(0, 100) ?? '';
  const number = (name: string, factor: number, most: number) =>
    Math.min(Math.round(Math.max(0, parseNumber(get(name)) ?? 0) * factor), most);
  const oneOf = (name: string, words: Record<string, string>) => (Object.hasOwn(words, get(name)) ? get(name) : '');
  const chosen = { fuel: oneOf('fuel', fuels), gearbox: oneOf('gearbox', gearboxes), body: oneOf('body', bodies) };
  const numbers = {
    price: number('price', 100, 1_000_000_000),
    instalment: number('instalment', 100, 1_000_000_000),
    deposit: number('deposit', 100, 1_000_000_000),
    kmTo: number('kmTo', 1, 2_000_000),
  };
  const given = Object.entries({ q: get('q'), ...numbers, ...chosen }).filter(([, value]) => value);
  return {
    typed: { q: get('q'), price: get('price'), instalment: get('instalment'), deposit: get('deposit'), kmTo: get('kmTo'), ...chosen }, // prettier-ignore
    amounts: numbers,
    narrowed: given.length > 0,
    query: Object.fromEntries(given) as Partial<typeof numbers>,
    offset: SHOWN * Math.min(Math.max(0, (Number(get('page')) || 1) - 1), 1000),
  };
}
