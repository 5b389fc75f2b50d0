import { sql, type SqlBool } from 'kysely';
import { reachOf } from '#domain/record/rights.ts';
import { newStates, type NewState } from '#domain/stock/new-terms.ts';
import { stockRights } from '#domain/stock/rights.ts';
import { usedStates, type UsedState } from '#domain/stock/terms.ts';
import type { Hits } from '../lib/ports/area.ts';
import type { Ctx } from '../lib/work/context.ts';
import { hitsOf } from '../lib/records/hits.ts';
import { usedCourse } from './moves.ts';
import { newCourse } from './new/records.ts';

interface Row {
  id: number;
  name: string;
  plate: string;
  code: string;
  state: UsedState | NewState;
}
const states = { ...usedStates, ...newStates };

const hitOf = ({ id, name, plate, code, state }: Row, label: string, kind: 'used' | 'new') => ({
  label,
  icon: 'car' as const,
  title: name,
  href: `/dealer/stock/${kind}/${id}`,
  subtitle: [plate, code, states[state].label].filter(Boolean).join(' · '),
});

const mayFind = ({ user }: Ctx) => reachOf(stockRights.see, user.privileges) !== 'none';
const inStock = ({ user }: Ctx) => sql<SqlBool>`r.company_id = ${user.companyId} and r.archived_at is null`;

const usedHits = hitsOf<Row>(
  usedCourse.of,
  sql`concat_ws(' ', r.maker, r.model, nullif(r.version_name, '')) as name, r.plate, r.code, r.state`,
  inStock,
  (row) => hitOf(row, 'Usato', 'used'),
  { may: mayFind },
);

const newHits = hitsOf<Row>(
  newCourse.of,
  sql`concat_ws(' ', m.name, o.name, v.name) as name, coalesce(nullif(r.plate, ''), r.vin) as plate, r.code, r.state`,
  inStock,
  (row) => hitOf(row, 'Nuovo', 'new'),
  {
    may: mayFind,
    joins: sql`join versions v on v.id = r.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id`,
  },
);

/** Finds cars by plate, chassis number, stock or order number, make and model, for callers who may see the stock. */
export const hits: readonly Hits[] = [usedHits, newHits];
