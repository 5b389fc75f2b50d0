import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accessoryFields } from '#domain/accessories/fields.ts';
import { textOf } from '#domain/record/field-text.ts';
import { endpoints } from '#domain/endpoints.ts';
import { blankOf } from '#domain/record/fields.ts';
import { exactly } from '#domain/record/list.ts';
import { privileges as p } from '#domain/privileges.ts';
import { stockSettingFields } from '#domain/stock/setting-fields.ts';
import { tyreFields } from '#domain/tyres/fields.ts';
import { accessoriesList } from '#site/areas/accessories/columns.ts';
import { contractsListOf } from '#site/areas/contracts/ContractsList.tsx';
import { customersList } from '#site/areas/customers/list/customers-list.ts';
import { financialsList } from '#site/areas/financials/columns.ts';
import { insurancesList } from '#site/areas/insurances/columns.ts';
import { b2bList } from '#site/areas/quotes/b2b/B2bList.tsx';
import { retailList } from '#site/areas/quotes/list/retail-list.ts';
import { usedList } from '#site/areas/stock/list/used-list.ts';
import { newList } from '#site/areas/stock/new/NewList.tsx';
import { tyresList } from '#site/areas/tyres/columns.ts';
import { usersList } from '#site/areas/users/columns.ts';
import { badgeOf, cellText } from '#site/ui/list/table/cells.tsx';
import { arrange, arrangeAs, hrefOf, type Column, type ListSpec, type Row } from '#site/ui/list/table/columns.ts';
import { choicesOf, editableField, readTyped, typedText } from '#site/ui/list/table/editing.ts';
import { loadList } from '#site/ui/list/load/load.server.ts';
import {
  addedUp,
  chipsOf,
  isView,
  keptState,
  modes,
  queryOf,
  readState,
  searchOf,
  isPressed,
  notSummed,
  unpressed,
  unsaidChips,
  withShortcut,
  soleSum,
  stateParams,
  sumsOf,
} from '#site/ui/list/load/state.ts';

const people = [
  { id: 7, name: 'Giulia Ferrari' },
  { id: 9, name: 'Paolo Riva' },
];
const quotes = retailList({
  userId: 7,
  mayCreate: true,
  privileges: [p.seeMargin],
  seesAll: true,
  sellers: people,
  makers: [{ id: 1, name: 'Lumera' }],
  locations: people,
  stages: [],
  customers: [],
});
const nothing = { sellers: [], makers: [], stages: [], locations: [], customers: [] };
const keeper = { userId: 7, mayManage: true, held: [p.manageAccessories, p.manageTyres] };
const accessories = accessoriesList({ ...keeper, makers: [{ id: 1, name: 'Lumera' }] });
const tyres = tyresList({ ...keeper, brands: ['Borea'] });
const column = (spec: ListSpec, key: string): Column => spec.columns.find((one) => one.key === key)!;

test('a column of what not everybody sees stands there for who does', () => {
  const costs = (held: readonly number[]) =>
    [accessoriesList({ ...keeper, held, makers: [] }), tyresList({ ...keeper, held, brands: [] })].map((spec) =>
      spec.columns.some(({ key }) => key === 'cost'),
    );
  expect(costs(keeper.held)).toEqual([true, true]);
  expect(costs([p.seeMargin])).toEqual([true, true]);
  expect(costs([p.seeAccessories, p.seeTyres])).toEqual([false, false]);
  const margins = (privileges: readonly number[]) =>
    [
      retailList({ userId: 7, mayCreate: true, seesAll: true, ...nothing, privileges }),
      b2bList({ userId: 7, mayCreate: true, sellers: [], privileges }),
      contractsListOf({
        userId: 7,
        mayMake: true,
        validates: { commercial: true, backOffice: true },
        sellers: [],
        locations: [],
        privileges,
      }),
    ].map(({ columns }) => columns.filter(({ label }) => /^(Margine|Sconto)/.test(label)).map(({ key }) => key));
  expect(margins([p.seeMargin])).toEqual([['discountPercent', 'margin', 'discount'], ['margin'], ['marginSecond']]);
  expect(margins([p.createQuotes, p.manageAllContracts])).toEqual([[], [], []]);
});

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
      mode: fc.constantFrom(...modes),
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
        const query = queryOf(spec, readState(spec, new URLSearchParams(view.state).toString()));
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

  test('a range of amounts stands in euro in the address, in cents in the call, and as amounts in its chip', () => {
    const state = readState(accessories, 'priceFrom=1.234,5&priceTo=2000');
    expect(queryOf(accessories, state)).toMatchObject({ priceFrom: 123_450, priceTo: 200_000 });
    expect(chipsOf(accessories, state).map(({ label }) => label)).toEqual([
      'Prezzo: da 1.234,50\u00a0€ a 2.000,00\u00a0€',
    ]);
    expect(queryOf(accessories, readState(accessories, 'priceFrom=tanto'))).not.toHaveProperty('priceFrom');
  });

  test('a range of percentages stands as it is typed, and says its unit', () => {
    const state = readState(quotes, 'discountFrom=3,5%25&discountTo=x');
    expect(queryOf(quotes, state)).toMatchObject({ discountFrom: 3.5 });
    expect(queryOf(quotes, state)).not.toHaveProperty('discountTo');
    expect(chipsOf(quotes, state).map(({ label }) => label)).toEqual(['Sconto: da 3,50\u00a0% a x']);
  });

  test('a filter that is only ticked says its name once', () => {
    const given = { userId: 7, privileges: [], mayMake: true, sellers: [], locations: [] };
    const contracts = contractsListOf({ ...given, validates: { commercial: false, backOffice: false } });
    const labels = chipsOf(contracts, readState(contracts, 'withdrawn=true&kind=used')).map(({ label }) => label);
    expect(labels).toContain('Recesso del cliente');
    expect(labels).toHaveLength(2);
  });

  test('contracts that ended are added up apart from those of the state in which they did', () => {
    const given = { userId: 7, privileges: [], mayMake: true, sellers: [], locations: [] };
    const contracts = contractsListOf({ ...given, validates: { commercial: false, backOffice: false } });
    const at = { state: 'approved', total: 1_000_00, due: 0, canceledAt: null, withdrawnAt: null };
    const rows = [
      { id: 1, ...at },
      { id: 2, ...at, withdrawnAt: 'x' },
      { id: 3, ...at, canceledAt: 'x' },
    ];
    const heads = sumsOf(contracts, addedUp(contracts, rows)).map(({ state, count }) => `${state} ${count}`);
    expect(heads).toEqual(['Approvato 1', 'Recesso comunicato 1', 'Annullato 1']);
  });

  test('a shortcut narrows the view that stays lit; neither of them is said again as a filter', () => {
    const given = { userId: 7, privileges: [], mayMake: true, sellers: [], locations: [] };
    const contracts = contractsListOf({ ...given, validates: { commercial: false, backOffice: true } });
    const late = contracts.shortcuts!.find(({ label }) => label === 'In ritardo')!;
    const queue = readState(contracts, 'state=waiting_approvation&sort=since&dir=asc&kind=used&offset=50');
    const narrowed = withShortcut(queue, late, true);
    expect([isPressed(queue, late), isPressed(narrowed, late)]).toEqual([false, true]);
    expect(narrowed).toMatchObject({
      offset: 0,
      filters: { state: 'waiting_approvation', kind: 'used', late: 'true' },
    });
    expect(unpressed(contracts, narrowed).filters).toEqual(queue.filters);
    const { kind: _kind, ...plain } = narrowed.filters;
    expect(unsaidChips(contracts, narrowed).map(({ label }) => label)).toEqual([
      'Stato: In attesa di validazione',
      'Tipo: Usato',
    ]);
    // Without another filter the view is the queue, whose name says the state.
    expect(unsaidChips(contracts, { ...narrowed, filters: plain })).toEqual([]);
    expect(withShortcut(narrowed, late, false).filters).toEqual(queue.filters);
  });

  test('the sum of rows is said with what is added up; too many are not added', () => {
    const sums = [
      { state: 'issued', count: 12, keysInHand: 31_240_000, discountPercent: 4.2, margin: -9_10 },
      { state: 'closed', count: 1, keysInHand: 1_000_00, discountPercent: null, margin: null },
    ];
    const said = sumsOf(quotes, sums).map(
      ({ state, count, figures }) =>
        `${state} ${count}: ${figures.map(({ label, amount }) => `${label} ${amount}`).join(', ')}`,
    );
    expect(said).toEqual([
      'Emesso 12: chiavi in mano 312.400,00\u00a0€, sconto medio 4,20\u00a0%, margine II −9,10\u00a0€ in perdita',
      'Perso 1: chiavi in mano 1.000,00\u00a0€',
    ]);
    expect(sumsOf(quotes, sums)[0]!.figures.map(({ lost }) => lost)).toEqual([false, false, true]);
    expect([sumsOf(quotes, null), notSummed(quotes, null), notSummed(quotes, sums)]).toEqual([
      [],
      'Chiavi in mano: si somma fino a 5.000 righe',
      null,
    ]);
    // Below the columns stands what is of one kind alone; chosen rows are added up apart, too.
    expect([soleSum({ sums }), soleSum({ sums: sums.slice(1) })?.state]).toEqual([null, 'closed']);
    const rows = [
      { id: 1, state: 'draft', keysInHand: 100, margin: 1, discountPercent: 3 },
      { id: 2, state: 'closed', keysInHand: 200, margin: 2, discountPercent: 4 },
      { id: 3, state: 'draft', keysInHand: 300, margin: null, discountPercent: 5 },
    ];
    expect(addedUp(quotes, rows)).toEqual([
      { state: 'draft', count: 2, keysInHand: 400, margin: 1 },
      { state: 'closed', count: 1, keysInHand: 200, margin: 2 },
    ]);
  });

  test('every field of a record can be a column: those that the list does not name are hidden behind them', () => {
    const keys = tyres.columns.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(column(tyres, 'noiseDb')).toMatchObject({ label: 'Rumore dB', kind: 'number', suffix: 'dB', hidden: true });
    expect(column(tyres, 'snow')).toMatchObject({ kind: 'badge', hidden: true, sortable: true });
    expect(keys).not.toContain('width');
    expect(column(accessories, 'price')).toMatchObject({ label: 'Prezzo', kind: 'money', width: 120, sortable: true });
  });

  test('a kept filter that is hidden and says nothing by name is left out', () => {
    const given = { userId: 7, mayCreate: true, privileges: [p.seeMargin], seesAll: true };
    const kept = { q: 'a', state: 'draft', customerId: '5', locationId: '9', sellerId: '9', from: '2026-11-01' };
    const nameless = retailList({ ...given, ...nothing, sellers: people, locations: people.slice(0, 1) });
    expect(keptState(nameless, kept)).toMatchObject({ q: 'a' });
    expect(keptState(nameless, kept).filters).toEqual({ state: 'draft', sellerId: '9', from: '2026-11-01' });
    const said = retailList({ ...given, ...nothing, customers: [{ id: 5, name: 'Rossi' }] });
    expect(keptState(said, { customerId: '5' }).filters).toEqual({ customerId: '5' });
  });

  test('people who see only own quotes have no filter by seller, and the view of open ones needs none', () => {
    const own = retailList({ userId: 7, mayCreate: true, privileges: [], seesAll: false, ...nothing });
    expect(own.filters.filter(({ hidden }) => !hidden).map(({ key }) => key)).toEqual([
      'state',
      'kind',
      'saleChannel',
      'expiring',
      'lost',
      'relisted',
      'issuedFrom',
      'from',
      'keysInHandFrom',
    ]);
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
    expect(cellText(column(accessories, 'price'), row)).toBe('122,00\u00a0€');
    expect(cellText(column(accessories, 'net'), row)).toBe('100,00\u00a0€');
    expect(cellText(column(accessories, 'fittingMinutes'), row)).toBe('90\u00a0min');
    expect(cellText(column(accessories, 'activeTo'), row)).toBe('—');
    expect(cellText(column(accessories, 'inStock'), row)).toBe('Sì');
    expect(cellText(column(quotes, 'customer'), { id: 1, customer: null })).toBe('Senza cliente');
  });

  test.each([
    ['accessories', accessories, accessoryFields],
    ['tyres', tyres, tyreFields],
  ] as const)('write what the activity writes of the same field: %s', (_, spec, fields) => {
    const values = { money: -123450, number: 12345.5, percent: 8.2, day: '2026-11-20', flag: true, text: 'Borea' };
    const both = Object.entries(fields).flatMap(([key, field]) => {
      const one = column(spec, key);
      const value = field.kind === 'choice' ? Object.keys(field.words)[0] : values[field.kind as keyof typeof values];
      // A column may show the value itself where its word is long.
      if (!one || value === undefined || (field.kind === 'choice' && one.words !== field.words)) return [];
      return [[`${key}: ${cellText(one, { id: 1, [key]: value })}`, `${key}: ${textOf(field, value)}`]];
    });
    expect(both.length).toBeGreaterThan(5);
    expect(both.map(([cell]) => cell)).toEqual(both.map(([, text]) => text));
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

describe('rows are asked for beside what filters offer', () => {
  const some = [...people, { id: 11, name: 'Lumera' }];
  const staff = { ...keeper, held: Object.values(p) };
  const terms = blankOf(stockSettingFields);
  const wide = { ...terms, freshDays: 10, normalDays: 20, slowDays: 300 };
  const seller = { userId: 7, mayCreate: true, privileges: [p.seeMargin] };
  const lists: Record<string, readonly [ListSpec, ListSpec]> = {
    accessories: [accessoriesList({ ...staff, makers: [] }), accessoriesList({ ...staff, makers: some })],
    tyres: [tyresList({ ...staff, brands: [] }), tyresList({ ...staff, brands: ['Borea'] })],
    financials: [financialsList({ ...staff, lenders: [] }), financialsList({ ...staff, lenders: ['Banca'] })],
    insurances: [insurancesList({ ...staff, insurers: [] }), insurancesList({ ...staff, insurers: ['Scudo'] })],
    users: [
      usersList({ ...staff, locations: [], roles: [] }),
      usersList({ ...staff, locations: some, roles: ['Venditore'] }),
    ],
    customers: [
      customersList({ ...staff, mayCreate: true, followers: [], provinces: [] }),
      customersList({ ...staff, mayCreate: true, followers: some, provinces: [{ code: 'MI', name: 'Milano' }] }),
    ],
    usedStocks: [
      usedList({ ...staff, makers: [], locations: [], terms }),
      usedList({ ...staff, makers: ['Lumera'], locations: some, terms: wide }),
    ],
    newStocks: [
      newList({ ...staff, makers: [], locations: [], terms }),
      newList({ ...staff, makers: some, locations: some, terms: wide }),
    ],
    quotesB2b: [b2bList({ ...seller, sellers: [] }), b2bList({ ...seller, sellers: some })],
    quotes: [
      retailList({ ...seller, seesAll: true, ...nothing }),
      retailList({
        ...seller,
        seesAll: true,
        sellers: some,
        makers: some,
        locations: some,
        stages: some,
        customers: people,
      }),
    ],
  };

  test.each(Object.entries(lists))('%s: they do not depend on it', (_, [early, known]) => {
    const asked = (spec: ListSpec) => ({
      keys: spec.filters.map((filter) => (filter.kind === 'range' ? [filter.key, filter.to] : filter.key)),
      columns: spec.columns.map(({ key, kind, hidden, sortable, net }) => ({ key, kind, hidden, sortable, net })),
      views: spec.views.map(({ state }) => state),
      sort: spec.sort,
    });
    expect(asked(early)).toEqual(asked(known));
  });

  test('every page of a list waits once', () => {
    const pages = globSync('src/pages/**/*.astro')
      .map((file) => [file, readFileSync(file, 'utf8')] as const)
      .filter(([, page]) => page.includes('loadList('));
    expect(pages.length).toBeGreaterThan(10);
    const waits = pages.map(([file, page]) => [file, page.match(/\bawait\b/g)?.length]);
    expect(waits.filter(([, times]) => times !== 1)).toEqual([]);
  });
});

test('a page is one call for rows, total and the count of every view, and opens without its saved views', async () => {
  const asked: { name: string; views?: string }[] = [];
  const call = async (name: string, { query }: { query: { views?: string } }) => {
    asked.push({ name, ...(query.views !== undefined && { views: query.views }) });
    if (name === 'GET /users/me/views') throw new Error('They cannot be had.');
    return { rows: [], total: 0, counts: accessories.views.map(() => 0) };
  };
  const data = await loadList(call as never, accessories, '');
  expect(asked.map(({ name }) => name)).toEqual(['GET /users/me/views', 'GET /accessories']);
  expect(asked[1]!.views!.split('|')).toHaveLength(accessories.views.length);
  expect(data).toMatchObject({ page: { total: 0, counts: accessories.views.map(() => 0) }, saved: [] });
});

test('only the link behind a number of more rows than lists count is counted to its end, on each of its pages', async () => {
  const asked: unknown[] = [];
  const call = async (name: string, { query }: { query: { countAll?: string } }) => {
    if (name === 'GET /users/me/views') return [];
    asked.push(query.countAll);
    return { rows: [], total: 7_412 };
  };
  const link = (count: number) => `?${new URLSearchParams({ inStock: 'true', ...exactly(count) })}`;
  const exact = link(7_412);
  const pages = [exact, `${exact}&offset=6000`, link(5_000), '?inStock=true', '', `${exact}&q=box`].map((search) =>
    loadList(call as never, accessories, search),
  );
  const others = Array.from({ length: 4 }, () => undefined);
  expect((await Promise.all(pages)).map(({ page }) => page.isExact)).toEqual([true, true, ...others]);
  expect(asked).toEqual(['true', 'true', ...others]);
});

test('a list opens whatever colleagues have put into the views that they share, and holds of it what it can read', async () => {
  const long = { makerId: '€'.repeat(500), inStock: '"|&'.repeat(160), q: '😀'.repeat(100), unknown: '<'.repeat(490) };
  const shared = Array.from({ length: 50 }, (_, id) => ({ id, state: id % 2 ? { q: `n ${id}` } : long }));
  let asked = '';
  const call = async (name: string, { query }: { query: object }) => {
    if (name === 'GET /users/me/views') return shared;
    asked = (query as { views: string }).views;
    return { rows: [], total: 0, counts: [] };
  };
  const data = await loadList(call as never, accessories, '');
  expect(new URLSearchParams({ views: asked }).toString().length).toBeLessThan(8100);
  const counted = endpoints['GET /accessories'].query.parse({ views: asked }).views!;
  const own = accessories.views.length;
  // Short ones are counted though long ones stand before them.
  expect(counted[own + 1]).toMatchObject({ q: 'n 1' });
  expect(counted[own + 2]).toBeNull();
  expect(data.saved[0]!.state).not.toHaveProperty('unknown');
  expect(data.saved[1]!.state).toEqual({ q: 'n 1' });
});

describe('what is typed into a cell', () => {
  const { price, taxRate, description, fittingMinutes, activeTo } = accessoryFields;

  test('is read as people write it', () => {
    expect(readTyped(price, '1.234,5 €')).toBe(123_450);
    expect(readTyped(fittingMinutes, '90 min')).toBe(90);
    expect(readTyped(activeTo, '20/11/2026')).toBe('2026-11-20');
    expect(readTyped(activeTo, ' ')).toBeNull();
    expect(readTyped(description, ' Barre ')).toBe('Barre');
  });

  test.each([
    [price, 'tanto'],
    [price, ''],
    [description, ' '],
    [activeTo, '31/02/2026'],
  ] as const)('%o refuses "%s"', (field, text) => {
    expect(readTyped(field, text)).toBeUndefined();
  });

  test('one of some values is chosen by its word, with nothing where it may be empty', () => {
    expect(choicesOf(taxRate)!.map(({ label }) => label)).toEqual([
      '22\u00a0%',
      '10\u00a0%',
      '5\u00a0%',
      '4\u00a0%',
      '0\u00a0%',
    ]);
    expect(choicesOf(tyreFields.season)).toContainEqual({ value: 'winter', label: 'Invernale' });
    expect(choicesOf(tyreFields.fuelClass)!.slice(0, 2)).toEqual([
      { value: null, label: 'Non indicata' },
      { value: 'A', label: 'A' },
    ]);
    expect(choicesOf(price)).toBeUndefined();
  });

  test('an amount is typed as it was shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
        expect(readTyped(price, typedText(price, cents))).toBe(cents);
      }),
    );
  });

  test('a column that follows from other fields is not changed', () => {
    const editing = { fields: accessoryFields, save: async (row: Row) => row, nameOf: () => '' };
    const keys = accessories.columns.filter((one) => editableField(editing, one)).map(({ key }) => key);
    expect(keys).toEqual([
      'code',
      'description',
      'price',
      'cost',
      'taxRate',
      'fittingMinutes',
      'inStock',
      'activeFrom',
      'activeTo',
    ]);
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
