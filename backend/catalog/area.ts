import { sql } from 'kysely';
import type { z } from 'zod';
import { catalog as table } from '#domain/catalog/endpoints.ts';
import type { maker, model, Version } from '#domain/catalog/schema.ts';
import { Failure } from '#domain/errors.ts';
import { area } from '../lib/ports/area.ts';
import type { VersionPricing } from '../lib/ports/pricing.ts';
import type { Ctx } from '../lib/work/context.ts';
import { hits } from './hits.ts';
import { imageOf, showImage } from './editions/images.ts';
import { publicationJob } from './editions/publish.ts';
import { lineImports } from './imports/lines.ts';
import { editionVerbs } from './editions/verbs.ts';
import { choice } from './simulation/choice.ts';
import { sampleVerbs } from './simulation/samples.ts';
import { simulationVerbs } from './simulation/simulation.ts';

type Maker = z.input<typeof maker>;
type Model = z.input<typeof model> & Pictured;

/** What is shown of a car that has pictures: the first one. */
interface Pictured {
  image: number | null;
}

/** Versions on sale with the day's list price; a version whose first price lies in the future is not on sale. */
const onSale = (today: string) => sql`(
  select v.id, v.model_id, o.maker_id, v.code, v.name, v.fuel, v.gearbox, v.drive, v.kw, v.cc, v.co2, v.consumption, v.euro_class, v.category, v.payload, v.seats,
    (select p.price from version_prices p where p.version_id = v.id and p.valid_from <= ${today} order by p.valid_from desc limit 1) as list_price
  from versions v join models o on o.id = v.model_id where v.published and o.published)`;

async function makers({ db, today }: Ctx, id: number | null = null): Promise<Maker[]> {
  const { rows } = await sql<Maker>`
    select m.id, m.name, count(distinct s.model_id) as models, min(s.list_price) as from_price
    from makers m left join ${onSale(today)} s on s.maker_id = m.id and s.list_price is not null
    where m.published and (${id}::bigint is null or m.id = ${id}) group by m.id, m.name order by m.name, m.id`.execute(
    db,
  );
  return rows;
}

async function models({ db, today }: Ctx, by: { makerId?: number; id?: number }): Promise<Model[]> {
  const { rows } = await sql<Model>`
    select o.id, o.maker_id, o.name, o.body, count(s.id) as versions, min(s.list_price) as from_price,
      ${imageOf(sql`v.model_id = o.id and v.published`)} as image
    from models o join makers m on m.id = o.maker_id left join ${onSale(today)} s on s.model_id = o.id and s.list_price is not null
    where o.published and m.published and (o.maker_id = ${by.makerId ?? null} or o.id = ${by.id ?? null})
    group by o.id, o.maker_id, o.name, o.body order by o.name, o.id`.execute(db);
  return rows;
}

/** The catalogue; `pricing`: how quotes price a version. */
export const catalog = (pricing: VersionPricing) =>
  area(table, {
    jobs: [publicationJob],
    imports: [lineImports],
    hits: [hits],
    verbs: {
      ...editionVerbs,
      'GET /catalog/lists/versions/:id/choice': choice,
      ...sampleVerbs,
      ...simulationVerbs(pricing),
      'GET /catalog/images/:id': showImage,
      'GET /catalog/makers': (ctx) => makers(ctx),
      'GET /catalog/makers/:id': async (ctx, { params }) => {
        const [found] = await makers(ctx, params.id);
        if (!found) throw new Failure('not_found');
        return { maker: found, models: await models(ctx, { makerId: params.id }) };
      },
      'GET /catalog/models/:id': async (ctx, { params }) => {
        const [found] = await models(ctx, { id: params.id });
        if (!found) throw new Failure('not_found');
        const [of] = await makers(ctx, found.makerId);
        const { rows } = await sql<Version & Pictured>`
      select s.*, ${imageOf(sql`v.id = s.id`)} as image from ${onSale(ctx.today)} s where s.model_id = ${params.id} and s.list_price is not null order by s.list_price, s.id`.execute(
          ctx.db,
        );
        return { maker: of!, model: found, versions: rows };
      },
    },
  });
