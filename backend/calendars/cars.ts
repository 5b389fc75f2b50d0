/** Another car for a test drive whose car is taken: free at the same time, of the same model. */
import { sql } from 'kysely';
import type { Fit } from '#domain/calendars/schema.ts';
import { isFree, isOpen } from '#domain/calendars/slots.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readTaken, resourcesOf } from './book.ts';

/** How many cars are compared, and how many are named in place of each taken one. */
const MOST = 100;
const NAMED = 2;
/** The longest time that stays taken after an event, in milliseconds. */
const LONGEST_BUFFER = 240 * 60_000;
/** Words of the names of test-drive cars that say nothing of their model, beside those of makes. */
const plain = ['auto', 'prova', 'test', 'demo'];
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

interface TestCar {
  id: number;
  name: string;
  /** What its name says of its model. */
  words: string[];
  /** Make and model of the car of the stock with its plate; null: there is none. */
  model: string | null;
}

/** How much two cars have in common; 0: they are different models. Names speak only for what the stock does not know. */
function alike(a: TestCar, b: TestCar): number {
  if (a.model !== null && b.model !== null) return a.model === b.model ? Infinity : 0;
  return a.words.filter((word) => b.words.includes(word)).length;
}

/** The calendars of test-drive cars, each with the model of the car that it stands for. */
async function testCars({ db, user: { companyId } }: Ctx): Promise<TestCar[]> {
  const { rows } = await sql<Omit<TestCar, 'words'>>`
    with k as (select id, name, upper(regexp_replace(plate, '[[:space:]-]', '', 'g')) as plate_key from calendars
      where company_id = ${companyId} and kind = 'car' and archived_at is null order by id limit ${MOST})
    select k.id, k.name, lower(coalesce(
        (select concat_ws(' ', u.maker, u.model) from used_cars u
          where u.company_id = ${companyId} and u.plate_key = k.plate_key and u.plate_key <> '' and u.archived_at is null),
        (select concat_ws(' ', m.name, o.name) from new_cars n
            join versions v on v.id = n.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id
          where n.company_id = ${companyId} and n.plate_key = k.plate_key and n.plate_key <> ''
          order by n.archived_at is not null, n.id desc limit 1))) as model
    from k order by k.id`.execute(db);
  const makers = await db.selectFrom('makers').select('name').execute();
  const idle = new Set([...plain, ...makers.flatMap(({ name }) => wordsOf(name))]);
  return rows.map((row) => ({ ...row, words: wordsOf(row.name).filter((word) => !idle.has(word)) }));
}

/** For each chosen car that is taken at a time: other ones of its model that are free then, the most alike first. */
export async function otherCars(
  ctx: Ctx,
  {
    calendarIds,
    from,
    minutes,
    except,
  }: { calendarIds: readonly number[]; from: Date; minutes: number; except: readonly number[] },
): Promise<Fit['others']> {
  const cars = await testCars(ctx);
  if (!cars.some(({ id }) => calendarIds.includes(id))) return [];
  const taken = await readTaken(
    ctx,
    cars.map(({ id }) => id),
    { lock: false },
  );
  const to = new Date(from.getTime() + minutes * 60_000 + LONGEST_BUFFER);
  const resources = await resourcesOf(ctx, taken, { from, to, except });
  const isGood = new Map(
    taken.map(({ id }, at) => [id, isOpen(resources[at]!, from, minutes) && isFree(resources[at]!, from, minutes)]),
  );
  const free = cars.filter(({ id }) => isGood.get(id) && !calendarIds.includes(id));
  return cars
    .filter(({ id }) => isGood.get(id) === false && calendarIds.includes(id))
    .flatMap((busy) =>
      free
        .filter((one) => alike(one, busy) > 0)
        .toSorted((a, b) => alike(b, busy) - alike(a, busy))
        .slice(0, NAMED)
        .map(({ id, name }) => ({ id, name, insteadOf: busy.id })),
    );
}
