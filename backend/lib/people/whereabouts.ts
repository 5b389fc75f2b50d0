import { closedAhead, weekOf, type Opening } from '#domain/companies/opening.ts';
import type { Whereabouts } from '#domain/companies/places.ts';
import type { Ctx } from '../work/context.ts';

/** Address and opening hours of a location, for visitors; null without a location or when it is archived. */
export async function whereabouts({ db, user, today }: Ctx, locationId: number | null): Promise<Whereabouts | null> {
  if (locationId === null) return null;
  const row = await db
    .selectFrom('locations')
    .select(['name', 'address', 'cap', 'city', 'province', 'phone'])
    .select(['hours', 'closures', 'openOnHolidays', 'patron'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', locationId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { name, address, cap, city, province, phone } = row;
  const opening = row as Pick<typeof row, 'openOnHolidays' | 'patron'> & Pick<Opening, 'hours' | 'closures'>;
  const town = [cap, city, province && `(${province})`].filter(Boolean).join(' ');
  return {
    name,
    phone,
    address: [address, town].filter(Boolean).join(', '),
    hours: weekOf(opening),
    closed: closedAhead(opening, today),
  };
}
