/** Part of `npm run bench`: the stock of one company with 1,000 cars, then with many more, with the rights of a request. */
import pg from 'pg';

interface Run {
  ownerUrl: string;
  /** Address of the backend, with the headers of a manager of company 21. */
  origin: string;
  headers: Record<string, string>;
  cars: number;
  say(what: string, figure: string, aim?: string): void;
}

const FEW = 1000;
const MAKERS = ['Fiat', 'Volkswagen', 'Toyota', 'Renault', 'Peugeot', 'Ford', 'Kia', 'Audi', 'Lumera', 'Dacia'];

/**
 * Fills in used cars with ordinary prices, ages and papers, most of them on the lot, as in a group of dealers; written by the database
 * itself.
 */
async function fill(owner: pg.Client, from: number, to: number): Promise<void> {
  await owner.query(
    `insert into used_cars (company_id, code, state, plate, maker, model, version_name, body, fuel, gearbox, kw, km, registered_on,
       purchase_type, seller_kind, market, regime, purchase_cost, costs_gross, costs_net, acquired_on, retail_price, min_price, papers,
       photos, inspection_until, reserved_by, reserved_until, archived_at, updated_at)
     select 21, 'B-' || n, (array['acquired','acquired','acquired','acquired','acquired','restoring','consignment','scheduled','sold','acquired'])[1 + n % 10],
       'BN' || n, ($3::text[])[1 + n % 10], 'Modello ' || n / 10 % 12, '1.0 Base', 'hatchback', (array['petrol','diesel','bev'])[1 + n % 3], 'manual', 74,
       n::bigint * 7919 % 200000, current_date - (n::bigint * 31 % 3650)::int, 'barter', 'private', 'italy', (array['retail','iva_exposed'])[1 + n % 2],
       700000 + n::bigint * 104729 % 2000000, 50000, 40984, current_date - (n::bigint * 17 % 140)::int, 900000 + n::bigint * 104729 % 2400000, 850000,
       case when n % 5 = 0 then '{registration}'::text[] else '{registration,invoice,transfer}' end, n % 7, current_date + (n % 700),
       case when n % 20 = 0 then (select min(id) from users where company_id = 21) end, case when n % 20 = 0 then now() + (n % 9 - 3) * interval '1 day' end,
       case when n % 10 = 9 then now() end, now() - n * interval '1 minute'
     from generate_series($1::int, $2::int) n`,
    [from, to, MAKERS],
  );
  await owner.query('vacuum analyze used_cars');
}

const views = [
  '',
  'free=true',
  'state=scheduled',
  'band=slow,aged',
  'lacks=price',
  'lacks=papers',
  'reserved=now',
].join('|');
const calls: [what: string, path: string][] = [
  ['Stock list as it opens', '/stock/used?limit=50'],
  ['… with the counts of its views', `/stock/used?limit=50&views=${encodeURIComponent(views)}`],
  ['… filtered: make, price, fuel', '/stock/used?limit=50&maker=Fiat&priceFrom=1000000&priceTo=1500000&fuel=diesel'],
  ['… aged over 60 days', '/stock/used?limit=50&band=slow,aged'],
  ['… below the least margin', '/stock/used?limit=50&lacks=margin'],
  ['… a paper ends soon', '/stock/used?limit=50&lacks=expiring'],
  ['… dearest first', '/stock/used?limit=50&sort=retailPrice&dir=desc'],
  ['… by name', '/stock/used?limit=50&sort=name'],
  [
    '… by the place of the price, 2,000 cars',
    '/stock/used?limit=50&sort=rank&maker=Fiat&priceFrom=1000000&priceTo=1600000',
  ],
  ['… its page 50', '/stock/used?limit=50&offset=2450'],
  ['Home of the stock', '/stock/summary'],
];

export async function stock({ ownerUrl, origin, headers, cars, say }: Run): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const count = (n: number) => n.toLocaleString('it-IT');
  const time = async (path: string) => {
    const times: number[] = [];
    for (let i = 0; i < 15; i++) {
      const begun = performance.now();
      const response = await fetch(origin + path, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      times.push(performance.now() - begun);
    }
    return times.toSorted((a, b) => a - b)[7]!;
  };
  const all = async () => {
    const figures: number[] = [];
    for (const [, path] of calls) figures.push(await time(path));
    return figures;
  };
  try {
    await fill(owner, 1, FEW);
    const few = await all();
    await fill(owner, FEW + 1, cars);
    const many = await all();
    for (const [i, [what]] of calls.entries())
      say(
        `${what}: ${count(FEW)} cars, ${count(cars)}`,
        `${few[i]!.toFixed(1)} → ${many[i]!.toFixed(1)} ms`,
        '< 150 ms',
      );
  } finally {
    await owner.end();
  }
}
