import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#domain/endpoints.ts';
import { accessoriesList } from '#site/areas/accessories/columns.ts';
import { retailList } from '#site/areas/quotes/retail-list.ts';
import { tyresList } from '#site/areas/tyres/columns.ts';
import { badgeOf, cellText } from '#site/ui/list/cells.tsx';
import { arrange, arrangeAs, hrefOf, type Column, type ListSpec } from '#site/ui/list/columns.ts';
import { chipsOf, isView, queryOf, readState, searchOf, stateParams } from '#site/ui/list/state.ts';

const people = [
  { id: 7, name: 'Giulia Ferrari' },
  { id: 9, name: 'Paolo Riva' },
];
const quotes = retailList({ userId: 7, mayCreate: true, sellers: people, makers: [{ id: 1, name: 'Lumera' }] });
const accessories = accessoriesList({ userId: 7, mayManage: true, makers: [{ id: 1, name: 'Lumera' }] });
const tyres = tyresList({ userId: 7, mayManage: true, brands: ['Borea'] });
const column = (spec: ListSpec, key: string): Column => spec.columns.find((one) => one.key === key)!;

describe('the state of a list and its address', () => {
  test('reads filters, order and place, and leaves out what the list does not know', () => {
    const search = '?q=%20rossi%20&state=draft&state=issued&sort=customer&dir=desc&offset=50&mode=cards&drop=table';
    expect(readState(quotes, search)).toEqual({
      q: 'rossi',
      sort: 'customer',
      dir: 'desc',
      offset: 50,
      mode: 'cards',
      columns: '',
      filters: { state: 'draft,issued' },
    });
  });

  test('an unknown or unsortable order is the list’s own', () => {
    for (const sort of ['password', 'revision', ''])
      expect(readState(quotes, `?sort=${sort}&dir=asc`)).toMatchObject({ sort: 'createdAt', dir: 'desc' });
  });

  test.each(['-1', '1e99', 'x', '0.5', 'NaN'])('offset %s is the start', (offset) => {
    expect(readState(quotes, `?offset=${offset}`).offset).toBe(0);
  });

  test('any state survives its own address', () => {
    const state = fc.record({
      q: fc.string({ maxLength: 50 }).map((text) => text.trim()),
      sort: fc.constantFrom('createdAt', 'customer', 'keysInHand'),
      dir: fc.constantFrom('asc' as const, 'desc' as const),
      offset: fc.nat(100_000),
      mode: fc.constantFrom('table' as const, 'cards' as const),
      columns: fc.constantFrom('', 'number,customer'),
      filters: fc.record(
        {
          state: fc.constantFrom('draft', 'draft,issued'),
          sellerId: fc.constantFrom('7', '9'),
          from: fc.constant('2026-11-01'),
        },
        { requiredKeys: [] },
      ),
    });
    fc.assert(fc.property(state, (one) => void expect(readState(quotes, searchOf(quotes, one))).toEqual(one)));
  });

  test('nothing chosen says so, so that kept filters do not come back', () => {
    expect(searchOf(quotes, readState(quotes, ''))).toBe('?view=all');
  });

  test('the call is asked with what its row in the table accepts', () => {
    for (const spec of [quotes, accessories, tyres])
      for (const view of [...spec.views, { state: { q: 'rossi', sort: spec.columns[1]!.key, dir: 'asc' } }]) {
        const query = queryOf(readState(spec, new URLSearchParams(view.state).toString()));
        const { query: schema } = endpoints[spec.call] as {
          query: { strict(): { safeParse(value: unknown): unknown } };
        };
        expect(schema.strict().safeParse(query)).toMatchObject({ success: true });
      }
  });

  test('the tab of a view is lit by the same filters in any order, whatever the columns', () => {
    const mine = quotes.views[1]!.state;
    expect(isView(quotes, readState(quotes, '?sellerId=7&state=draft,issued&columns=number&offset=50'), mine)).toBe(
      true,
    );
    expect(isView(quotes, readState(quotes, '?sellerId=9&state=draft,issued'), mine)).toBe(false);
    expect(isView(quotes, readState(quotes, '?sort=customer'), {})).toBe(false);
  });

  test('saved views keep filters, order and columns, not the place in the list', () => {
    const state = readState(quotes, '?q=rossi&state=draft&sort=customer&dir=asc&offset=100&mode=cards&columns=number');
    expect(stateParams(quotes, state)).toEqual({
      q: 'rossi',
      state: 'draft',
      sort: 'customer',
      dir: 'asc',
      columns: 'number',
    });
  });

  test('who sees only own quotes has no filter by seller, and the view of open ones needs none', () => {
    const own = retailList({ userId: 7, mayCreate: true, sellers: [], makers: [] });
    expect(own.filters.map(({ key }) => key)).toEqual(['state', 'expiring', 'from']);
    expect(own.views[1]!.state).toEqual({ state: 'draft,issued' });
  });
});

describe('filter chips', () => {
  test('say the filter in words and take away only themselves', () => {
    const state = readState(quotes, '?state=draft,issued&from=2026-11-01&to=2026-11-20&sellerId=9&offset=50');
    const chips = chipsOf(quotes, state);
    expect(chips.map(({ label }) => label)).toEqual([
      'Stato: Bozza, Emesso',
      'Creato: dal 01/11/2026 al 20/11/2026',
      'Venditore: Paolo Riva',
    ]);
    expect(chips[1]!.without).toMatchObject({ offset: 0, filters: { state: 'draft,issued', sellerId: '9' } });
  });
});

describe('cells', () => {
  const row = { id: 1, price: 12200, taxRate: 22, fittingMinutes: 90, activeTo: null, inStock: true };

  test('write each kind the Italian way', () => {
    expect(cellText(column(accessories, 'price'), row)).toBe('122,00 €');
    expect(cellText(column(accessories, 'net'), row)).toBe('100,00 €');
    expect(cellText(column(accessories, 'fittingMinutes'), row)).toBe('90 min');
    expect(cellText(column(accessories, 'activeTo'), row)).toBe('—');
    expect(cellText(column(accessories, 'inStock'), row)).toBe('Sì');
    expect(cellText(column(quotes, 'customer'), { id: 1, customer: null })).toBe('Senza cliente');
  });

  test('an issued quote in its last days is expiring, others keep their state', () => {
    const badge = (state: string, expiresOn: string | null) =>
      badgeOf(column(quotes, 'state'), { id: 1, state, expiresOn }, '2026-11-20').label;
    expect(badge('issued', '2026-11-22')).toBe('In scadenza');
    expect(badge('issued', '2026-11-23')).toBe('Emesso');
    expect(badge('closed', '2026-11-20')).toBe('Perso');
    expect(badge('draft', null)).toBe('Bozza');
  });

  test('a row opens at its own path', () => {
    expect(hrefOf(accessories, { id: 12 })).toBe('?id=12');
    expect(hrefOf(quotes, { id: 1, href: '/quotation/new/1/2/3?quote=1' })).toBe('/quotation/new/1/2/3?quote=1');
  });
});

describe('columns', () => {
  const columns: Column[] = ['a', 'b', 'c'].map((key) => ({ key, label: key, kind: 'text', width: 100 }));

  test('kept order, width and visibility win; a new column stands at its place, a gone one is forgotten', () => {
    const kept = [
      { key: 'c', width: 150, hidden: false },
      { key: 'gone', width: 10, hidden: false },
      { key: 'a', width: 80, hidden: true },
    ];
    expect(arrange(columns, kept).map(({ key, width, hidden }) => [key, width, hidden ?? false])).toEqual([
      ['c', 150, false],
      ['b', 100, false],
      ['a', 80, true],
    ]);
  });

  test('a saved view shows its columns in its order', () => {
    expect(arrangeAs(columns, ['b', 'a']).map(({ key, hidden }) => [key, hidden])).toEqual([
      ['b', false],
      ['a', false],
      ['c', true],
    ]);
  });

  test('every list has a name for its rows, unique keys and an order that exists', () => {
    for (const spec of [quotes, accessories, tyres]) {
      expect(spec.columns.filter(({ strong }) => strong)).toHaveLength(1);
      expect(new Set(spec.columns.map(({ key }) => key)).size).toBe(spec.columns.length);
      expect(spec.columns.find(({ key }) => key === spec.sort.key)?.sortable).toBe(true);
    }
  });
});
