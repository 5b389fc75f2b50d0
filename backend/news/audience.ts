/** The companies of the network, as the manufacturer addresses them. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { Addressee, Audience } from '#domain/news/audience.ts';
import type { Ctx } from '../lib/work/context.ts';

export interface AudienceRow {
  forCompanies: number[] | null;
  forBrands: number[] | null;
  forRoles: string[] | null;
}

const orAll = <T>(some: readonly T[]): T[] | null => (some.length > 0 ? [...some] : null);

/** The audience as the table keeps it: null for all. */
export const audienceColumns = ({ forCompanies, forBrands, forRoles }: Audience): AudienceRow => ({
  forCompanies: orAll(forCompanies),
  forBrands: orAll(forBrands),
  forRoles: orAll(forRoles),
});

export const audienceOf = ({ forCompanies, forBrands, forRoles }: AudienceRow): Audience => ({
  forCompanies: forCompanies ?? [],
  forBrands: forBrands ?? [],
  forRoles: (forRoles ?? []) as Audience['forRoles'],
});

/** Every company of the network with its brands and how many people it has by role: over all companies, for the manufacturer. */
export async function readAddressees({ db }: Ctx): Promise<(Addressee & { name: string })[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    brands: number[] | null;
    people: Record<string, number>;
  }>`select c.company_id as id, c.name, c.brands, coalesce(jsonb_object_agg(p.role_name, p.people) filter (where p.role_name is not null), '{}') as people
    from companies c left join network_people p on p.company_id = c.company_id
    where c.company_id <> ${MANUFACTURER} group by c.company_id, c.name, c.brands order by c.name, c.company_id`.execute(
    db,
  );
  return rows;
}
