import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import type { NewState } from '#domain/stock/new-terms.ts';
import { demoPlate } from './identifiers.ts';
import { insertRows, nextId, type Owner } from './insert.ts';
import { Random } from './random.ts';
import type { StockPlace } from './stock.ts';

/** The states of the cars, in turn. */
const fates: NewState[] = [
  ...(['in_stock', 'ordered', 'in_stock', 'in_transit', 'sold', 'in_stock', 'in_stock', 'in_transit'] as const),
  ...(['in_stock', 'registered', 'ordered', 'in_stock', 'sold', 'in_stock', 'delivered', 'in_stock'] as const),
];
const ways: Partial<Record<NewState, NewState[]>> = {
  ordered: ['ordered'],
  in_transit: ['ordered', 'in_transit'],
  in_stock: ['ordered', 'in_transit', 'in_stock'],
  sold: ['ordered', 'in_transit', 'in_stock', 'sold'],
  registered: ['ordered', 'in_transit', 'in_stock', 'sold', 'registered'],
  delivered: ['ordered', 'in_transit', 'in_stock', 'sold', 'registered', 'delivered'],
};
const hundred = (cents: number) => Math.round(cents / 100_00) * 100_00;

interface Version {
  id: number;
  price: number;
  costPercent: number;
  options: { id: number; kind: string; standard: boolean; price: number }[];
}

const readVersions = async (owner: Owner, today: string): Promise<Version[]> =>
  (
    await sql<Version>`select v.id, m.cost_percent, (select p.price from version_prices p where p.version_id = v.id
        and p.valid_from <= ${today} order by p.valid_from desc limit 1) as price,
      (select jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind, 'standard', vo.standard, 'price', coalesce((select q.price
        from version_option_prices q where q.version_id = v.id and q.option_id = x.id and q.valid_from <= ${today}
        order by q.valid_from desc limit 1), 0)) order by x.id) from version_options vo join options x on x.id = vo.option_id
        where vo.version_id = v.id) as options
      from versions v join models o on o.id = v.model_id join makers m on m.id = o.maker_id
      where v.published and o.published and m.published order by v.id`.execute(owner)
  ).rows.filter(({ price }) => price !== null);

/** New cars of a dealer in every state; some are late, some reserved, one has no price. */
export async function seedNewStock(owner: Owner, place: StockPlace): Promise<void> {
  const random = new Random(place.companyId + 31);
  const versions = await readVersions(owner, place.today);
  const first = await nextId(owner, 'new_cars');
  const made = Array.from({ length: place.count }, (_, i) =>
    makeCar(random, place, versions[(i * 5) % versions.length]!, first + i, i),
  );
  await insertRows(
    owner,
    'new_cars',
    made.map(({ car }) => car),
  );
  await insertRows(
    owner,
    'state_changes',
    made.flatMap(({ way }) => way),
  );
  await insertRows(owner, 'counters', [
    { company_id: place.companyId, kind: 'new_car', year: Number(place.today.slice(0, 4)), last: place.count },
  ]);
}

function makeCar(random: Random, place: StockPlace, version: Version, id: number, i: number) {
  const { companyId, today, now, sellers, locations, customers } = place;
  const state = fates[i % fates.length]!;
  const coming = state === 'ordered' || state === 'in_transit';
  const days = coming ? 0 : i % 6 === 5 ? random.int(95, 150) : random.int(2, 80);
  const arrived_on = coming ? null : addDays(today, -days);
  const ordered_on = addDays(arrived_on ?? today, -random.int(40, 110));
  const of = (kind: string) => version.options.filter((one) => one.kind === kind);
  const chosen = [
    ...of('colour')
      .slice(i % Math.max(1, of('colour').length))
      .slice(0, 1),
    ...of('interior')
      .filter(({ standard }) => standard)
      .slice(0, 1),
    ...of('optional').filter(({ standard }) => !standard && random.chance(0.35)),
  ];
  const list = version.price + chosen.reduce((sum, one) => sum + one.price, 0);
  const cost = Math.round((list * version.costPercent) / 100);
  const sold = ['sold', 'registered', 'delivered'].includes(state);
  const plated = state === 'registered' || state === 'delivered';
  const price = i === 2 ? null : hundred(list * 0.95);
  const held = state === 'in_stock' && i % 8 === 0;
  const plate = demoPlate(companyId * 40 + i + 31_000);
  const car = {
    company_id: companyId,
    id,
    code: `N-${today.slice(0, 4)}-${String(i + 1).padStart(4, '0')}`,
    state,
    order_number: `${companyId}${String(48_100 + i * 7)}`,
    version_id: version.id,
    option_ids: chosen.map((one) => one.id),
    vin: state === 'ordered' ? '' : `ZZ9LMA00A0N${String(companyId * 1000 + i).padStart(6, '0')}`,
    plate: plated ? `${plate.slice(0, 2)} ${plate.slice(2, 5)} ${plate.slice(5)}` : '',
    registered_on: plated ? addDays(today, -3) : null,
    ordered_on,
    arrived_on,
    // Some are late.
    expected_on: arrived_on ?? addDays(today, i % 4 === 3 ? -4 : 6 + (i % 20)),
    location_id: locations[i % 3 === 2 ? 1 : 0],
    spot: coming ? '' : `nuovo ${(i % 18) + 1}`,
    keys: coming ? null : 2,
    key_tag: coming ? '' : `N${i + 1}`,
    purchase_cost: cost,
    purchase_tax_rate: 22,
    invoice: coming ? '' : `L/${4000 + i}`,
    other_costs: 244_00,
    price,
    b2b_price: null,
    min_price: price && hundred(list * 0.92),
    papers: coming ? [] : i % 7 === 2 ? ['invoice'] : ['invoice', 'coc'],
    notes: '',
    reserved_by: held ? sellers[i % sellers.length] : null,
    reserved_for: held ? customers[i % customers.length] : null,
    reserved_until: held ? new Date(now.getTime() + 30 * 3_600_000).toISOString() : null,
    reserved_note: '',
    sale_channel: sold ? 'retail' : null,
    sale_price: sold ? hundred(list * 0.93) : null,
    sold_on: sold ? addDays(today, -4) : null,
    buyer: sold ? 'Cliente della prova' : '',
    buyer_id: null,
    sale_document: sold && i % 3 ? `C-${2000 + i}` : '',
    sold_by_hand: sold,
    delivered_on: state === 'delivered' ? addDays(today, -1) : null,
    archived_at: state === 'delivered' ? `${addDays(today, -1)}T16:00:00Z` : null,
    version: 1,
    created_at: `${ordered_on}T08:40:00Z`,
    updated_at: `${ordered_on}T08:40:00Z`,
  };
  const way = ways[state]!.map((to_state, n, all) => ({
    company_id: companyId,
    entity: 'new_car',
    record_id: id,
    from_state: n === 0 ? null : all[n - 1],
    to_state,
    at: `${addDays(ordered_on, n * 7)}T09:00:00Z`,
    user_id: sellers[0],
    reason: null,
  }));
  return { car, way };
}
