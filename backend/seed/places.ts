import { sql } from 'kysely';
import { insertRows, nextId, type Owner } from './insert.ts';

/** Name, address, CAP, city, province, phone, day of the patron saint; most people work in the first one. */
const locations: Record<number, [string, string, string, string, string, string, string][]> = {
  21: [
    ['Milano Brera', 'Via Solferino 128', '20121', 'Milano', 'MI', '000 210 2100', '07/12'],
    ['Monza', 'Viale Lombardia 214', '20900', 'Monza', 'MB', '000 210 2200', '24/06'],
  ],
  22: [
    ['Genova', 'Corso Europa 740', '16121', 'Genova', 'GE', '000 220 2200', '24/06'],
    ['Savona', 'Via Nizza 59', '17100', 'Savona', 'SV', '000 220 2300', '18/03'],
  ],
};
const centers = [
  ['new', 'Nuovo'],
  ['used', 'Usato'],
  ['service', 'Assistenza'],
] as const;

const spans = [
  { from: '09:00', to: '12:30' },
  { from: '14:30', to: '19:00' },
];
const hours = [
  ...['mon', 'tue', 'wed', 'thu', 'fri'].flatMap((day) => spans.map((span) => ({ day, ...span }))),
  { day: 'sat', ...spans[0] },
];

/**
 * Two locations of a dealer, its three business centers, and the locations of its users: every fourth works in the
 * second one.
 */
export async function seedPlaces(owner: Owner, companyId: number, users: readonly number[], at: string): Promise<void> {
  const first = await nextId(owner, 'locations');
  const stamp = { company_id: companyId, version: 1, created_at: at, updated_at: at };
  await insertRows(
    owner,
    'locations',
    locations[companyId]!.map(([name, address, cap, city, province, phone, patron], i) => ({
      ...stamp,
      id: first + i,
      name,
      address,
      cap,
      city,
      province,
      phone: `+39 ${phone}`,
      hours,
      patron,
      capacity: 60 - 30 * i,
    })),
  );
  const center = await nextId(owner, 'business_centers');
  await insertRows(
    owner,
    'business_centers',
    centers.map(([kind, name], i) => ({ ...stamp, id: center + i, location_id: first, name, kind })),
  );
  await insertRows(
    owner,
    'user_locations',
    users.flatMap((user_id, i) => {
      const own = first + (i % 4 === 1 ? 1 : 0);
      return [first, first + 1].map((location_id) => ({
        company_id: companyId,
        user_id,
        location_id,
        is_default: location_id === own,
      }));
    }),
  );
  await sql`update users set business_center_id = ${center}::bigint + (role_name ~* 'usato')::int
    where company_id = ${companyId}`.execute(owner);
}
