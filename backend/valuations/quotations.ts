/** Questions to the sources: counted and paid once, answered outside of any transaction, and kept for 30 days. */
import { sql } from 'kysely';
import { addDays, dayInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { KEPT_DAYS, countersOf, type Counter } from '#domain/valuations/counters.ts';
import type { valuations as table } from '#domain/valuations/endpoints.ts';
import { normalisePlate } from '#domain/plates.ts';
import type { Quotation, QuotationInput, SourceAnswer } from '#domain/valuations/schema.ts';
import type { Question, Source } from '#domain/valuations/terms.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import { count, countersNow, uncount } from './counts.ts';
import { askSource, isSimulated, SourceRefused } from './sources.ts';

/** A question that nobody has answered after this time may be asked again, without being counted again. */
const LEFT_MS = 30_000;
/** How long one waits for the answer that a colleague is paying for, and how often one looks. */
const WAIT_MS = 9000;
const LOOK_MS = 150;

interface Row {
  id: number;
  source: Source;
  question: Question;
  round: number;
  askedAt: string;
  answer: SourceAnswer | null;
  simulated: boolean;
  validUntil: string | null;
}

const columns = sql.raw('id, source, question, round, asked_at, answer, simulated, valid_until');

interface Named {
  plate: string;
  maker: string;
  model: string;
  versionName: string;
  versionCode: string;
  registeredOn: string | null;
}

/** The key under which an answer is kept: the plate, or the version with its month of registration. */
export function keyOf(question: Question, car: Named): string {
  const plate = normalisePlate(car.plate);
  if (question === 'plate') return plate;
  const version = car.versionCode || [car.maker, car.model, car.versionName].join(' ').toLowerCase();
  return [plate, version, car.registeredOn?.slice(0, 7) ?? ''].join('|');
}

const shown = ({ id, source, question, askedAt, answer, simulated, validUntil }: Row): Quotation => ({
  ...answer!,
  id,
  source,
  question,
  simulated,
  askedOn: dayInRome(new Date(askedAt)),
  validUntil: validUntil!,
});

/** The answers that are kept for a car today, the last first. */
export async function keptFor({ db, user, today }: Ctx, car: Named): Promise<Quotation[]> {
  const keys = [keyOf('simple', car), keyOf('simple', { ...car, plate: '' })];
  const { rows } = await sql<Row>`select ${columns} from quotations
    where company_id = ${user.companyId} and key = any(${keys}::text[]) and question <> 'plate' and valid_until >= ${today}
    order by asked_at desc, id desc limit 10`.execute(db);
  return rows.map(shown);
}

/** What is to be done about a question: nothing, because its answer is kept; wait for a colleague's; or ask. */
type Turn = { kept: Row } | { waits: true } | { asks: Row; counted: readonly Counter[] };

async function turnOf(
  ctx: Ctx,
  { source, question }: QuotationInput,
  key: string,
  counted: readonly Counter[],
): Promise<Turn> {
  const { companyId } = ctx.user;
  const fresh = await sql<Row>`insert into quotations (company_id, source, question, key, asked_at, asked_by)
    values (${companyId}, ${source}, ${question}, ${key}, ${ctx.now}, ${ctx.user.id}) on conflict do nothing returning ${columns}`.execute(
    ctx.db,
  );
  if (fresh.rows[0]) {
    await count(ctx, counted);
    return { asks: fresh.rows[0], counted };
  }
  const { rows } = await sql<Row>`select ${columns} from quotations
    where company_id = ${companyId} and source = ${source} and question = ${question} and key = ${key} for update`.execute(
    ctx.db,
  );
  const row = rows[0];
  // Refused meanwhile: the next try asks the source again.
  if (!row) return { waits: true };
  if (row.answer && row.validUntil! >= ctx.today) return { kept: row };
  const isAsked = row.answer === null;
  if (isAsked && ctx.now.getTime() - Date.parse(row.askedAt) < LEFT_MS) return { waits: true };
  const again =
    await sql<Row>`update quotations set asked_at = ${ctx.now}, asked_by = ${ctx.user.id}, answer = null, valid_until = null,
      round = round + ${isAsked ? 0 : 1}
    where company_id = ${companyId} and id = ${row.id} returning ${columns}`.execute(ctx.db);
  if (!isAsked) await count(ctx, counted);
  return { asks: again.rows[0]!, counted: isAsked ? [] : counted };
}

/** Asks the source for a counted question and keeps the answer. */
async function pay(
  call: HeavyCtx,
  input: QuotationInput,
  { id, round }: Row,
  counted: readonly Counter[],
): Promise<Row> {
  const { companyId } = call.user;
  try {
    const answer = await askSource(call.config, input, { key: `${companyId}-${id}-${round}`, today: call.today });
    const columnsNow = { answer: JSON.stringify(answer), simulated: isSimulated(call.config, input.source) };
    return await call.inside(async (ctx) => {
      const { rows } =
        await sql<Row>`update quotations set answer = ${columnsNow.answer}::jsonb, simulated = ${columnsNow.simulated},
          valid_until = ${addDays(ctx.today, KEPT_DAYS)}
        where company_id = ${companyId} and id = ${id} returning ${columns}`.execute(ctx.db);
      ctx.audit({
        action: 'ask',
        entity: 'quotation',
        entityId: id,
        before: {},
        after: { source: input.source, question: input.question, counters: counted.join(', ') },
      });
      return rows[0]!;
    });
  } catch (error) {
    const refused = error instanceof SourceRefused;
    await call.inside(async (ctx) => {
      if (refused) {
        await uncount(ctx, counted, call.today.slice(0, 7));
        await sql`delete from quotations where company_id = ${companyId} and id = ${id}`.execute(ctx.db);
        // The source may have counted this question, so the next one repeats it with the same key and is not counted
        // again.
      } else
        await sql`update quotations set asked_at = ${new Date(0)} where company_id = ${companyId} and id = ${id}`.execute(
          ctx.db,
        );
    });
    call.log.warn({ err: error }, 'A source of quotations did not answer');
    throw new Failure(
      refused ? 'conflict' : 'unavailable',
      refused
        ? `${input.source} non conosce quest’auto: la richiesta non è contata.`
        : `${input.source} non risponde: riprovare tra poco, la richiesta non si paga due volte.`,
    );
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

export const askQuotation: VerbOf<typeof table, 'POST /valuations/quotations'> = async (call, { body }) => {
  const key = keyOf(body.question, body);
  const counted = countersOf({ source: body.source, question: body.question, byPlate: body.plate !== '' });
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const turn = await call.inside((ctx) => turnOf(ctx, body, key, counted));
    if (!('waits' in turn)) {
      const paid = 'asks' in turn;
      const row = paid ? await pay(call, body, turn.asks, turn.counted) : turn.kept;
      return { quotation: shown(row), paid, counters: await call.inside((ctx) => countersNow(ctx)) };
    }
    if (Date.now() > until)
      throw new Failure('conflict', 'Un collega sta chiedendo la stessa quotazione: riprovare tra poco.');
    await pause();
  }
};
