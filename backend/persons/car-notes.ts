import { sql } from 'kysely';
import type { Looks } from '#domain/persons/schema.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Customer } from './customers.ts';
import { namesOne, saysOne, wordsOf } from './said.ts';

/** More are not listed: a name as frequent as that says nothing of a person. */
const MOST_CARS = 50;
/** The shortest surname that is looked for. */
const SHORTEST = 3;

/**
 * The cars whose notes, costs or papers may name these customers, also by a surname alone. They belong to the register
 * of the car and may mean somebody else, so that nothing is erased there: a person looks.
 */
export async function carsThatName({ db, user }: Ctx, customers: readonly Customer[]): Promise<Looks> {
  if (customers.length === 0) return [];
  const words = wordsOf(customers);
  const surnames = customers.map(({ name, lastName }) => ({ name: lastName || name }));
  const named = sql`(${saysOne(words, sql`said.text`)} or ${namesOne(surnames, sql`said.text`, SHORTEST)})`;
  const own = (table: string) => sql`${sql.ref(`${table}.company_id`)} = ${user.companyId}`;
  const { rows } = await sql<{ kind: 'used' | 'new'; id: number; name: string }>`
    select distinct said.kind, said.id, said.name from (
      select 'used' as kind, c.id, concat_ws(' ', c.maker, c.model, c.plate) as name, concat_ws(' ', c.notes, c.equipment) as text
        from used_cars c where ${own('c')}
      union all select 'used', c.id, concat_ws(' ', c.maker, c.model, c.plate), concat_ws(' ', k.note, k.supplier, k.document)
        from used_car_costs k join used_cars c on c.company_id = k.company_id and c.id = k.car_id where ${own('k')}
      union all select 'used', c.id, concat_ws(' ', c.maker, c.model, c.plate), p.note
        from car_papers p join used_cars c on c.company_id = p.company_id and c.id = p.used_car_id where ${own('p')}
      union all select 'new', c.id, concat_ws(' ', c.code, c.plate, c.vin), concat_ws(' ', c.notes) from new_cars c where ${own('c')}
      union all select 'new', c.id, concat_ws(' ', c.code, c.plate, c.vin), p.note
        from car_papers p join new_cars c on c.company_id = p.company_id and c.id = p.new_car_id where ${own('p')}
    ) said where said.text <> '' and ${named} order by said.kind, said.id limit ${MOST_CARS}`.execute(db);
  return rows.map(({ kind, id, name }) => ({ what: name, href: `/dealer/stock/${kind}/${id}` }));
}
