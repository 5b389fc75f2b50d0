/** Calls about campaigns: list and record, trial, activation. */
import { Failure } from '#domain/errors.ts';
import { daysBetween } from '#domain/dates.ts';
import type { campaignEndpoints as table } from '#domain/quotes/campaigns/endpoints.ts';
import { campaignMachine, UNTRIED } from '#domain/quotes/campaigns/machine.ts';
import type { Campaign } from '#domain/quotes/campaigns/schema.ts';
import { didOf } from '#domain/record/machine.ts';
import { money } from '#domain/italian.ts';
import { audiencesInTurn } from '#backend/lib/ports/baskets.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { list } from '#backend/lib/records/list.ts';
import { type Kept, moving, take, tell } from '#backend/lib/records/move.ts';
import { recordVerbs } from '#backend/lib/records/record-verbs.ts';
import { create } from '#backend/lib/records/make.ts';
import { activity, update } from '#backend/lib/records/records.ts';
import {
  answer,
  answers,
  campaigns,
  digestOf,
  lockCampaign,
  readCampaign,
  readChoices,
  valuesOf,
  type CampaignRow,
} from './records.ts';
import { findCars, runTrial } from './trial.ts';

type Table = typeof table;

const kept: Kept<typeof campaignMachine, CampaignRow, Campaign> = {
  machine: campaignMachine,
  lock: lockCampaign,
  write: async ({ db, user, now }, { id, version }, columns) => {
    await db
      .updateTable('campaigns')
      .set({ ...columns, version: version + 1, updatedAt: now })
      .where('companyId', '=', user.companyId)
      .where('id', '=', id)
      .execute();
  },
  answer,
};

async function make(ctx: Ctx, body: object): Promise<Campaign> {
  const { id } = await create(ctx, campaigns, body);
  await tell(ctx, campaignMachine, id);
  return answer(ctx, id);
}

/**
 * Changes a campaign. One that was activated counts at once, so that its new values must have been tried. Throws
 * `stale`, and `conflict` for values that nobody tried.
 */
const save: VerbOf<Table, 'PUT /campaigns/:id'> = async (ctx, { params, version, body }) => {
  await audiencesInTurn(ctx);
  const row = await take(ctx, kept, { id: params.id, version });
  const tried = row.trial === digestOf(body);
  if (row.state === 'active' && !tried) throw new Failure('conflict', UNTRIED);
  await update(ctx, campaigns, { params, version, body: { ...body, tried } });
  return answer(ctx, params.id);
};

const COPY = 'Copia di ';

/** The dates of a copy: from today on, without an end that is past. */
const fromToday = ({ validFrom, validTo }: CampaignRow, today: string) => ({
  validFrom: daysBetween(validFrom, today) > 0 ? today : validFrom,
  validTo: validTo !== null && validTo < today ? null : validTo,
});

const copy: VerbOf<Table, 'POST /campaigns/:id/copy'> = async (ctx, { params }) => {
  const row = await readCampaign(ctx, params.id);
  const values = valuesOf(row);
  if (!values)
    throw new Failure('conflict', 'Questa campagna ha valori di una versione precedente: crearne una nuova.');
  const lines = values.lines.map(({ id: _id, ...line }) => line);
  const audienceId = row.companyId === ctx.user.companyId ? values.audienceId : null;
  return make(ctx, {
    ...values,
    ...fromToday(row, ctx.today),
    audienceId,
    name: `${COPY}${row.name}`.slice(0, 80),
    lines,
  });
};

const history: VerbOf<Table, 'GET /campaigns/:id/timeline'> = async (ctx, { params: { id } }) => {
  const { companyId } = await readCampaign(ctx, id);
  // The manufacturer's notes and changes are not shown to other companies.
  if (companyId !== ctx.user.companyId) return [];
  return activity(ctx, campaigns, id, {
    actions: { try: 'ha provato la campagna su un preventivo', ...didOf(campaignMachine) },
    fields: {
      vehicle: ['Auto di prova', String],
      price: ['Chiavi in mano', (value) => money(Number(value))],
    },
  });
};

/** The verbs of campaigns. */
export const campaignVerbs = {
  ...recordVerbs('campaigns', campaigns),
  'GET /campaigns': async (ctx, { query }) => {
    const page = await list(ctx, campaigns, query);
    return { ...page, rows: await answers(ctx, page.rows) };
  },
  'GET /campaigns/:id': (ctx, { params }) => answer(ctx, params.id),
  'GET /campaigns/:id/timeline': history,
  'GET /campaigns/choices': readChoices,
  'GET /campaigns/cars': findCars,
  'POST /campaigns': (ctx, { body }) => make(ctx, body),
  'PUT /campaigns/:id': save,
  'POST /campaigns/:id/copy': copy,
  'POST /campaigns/:id/trial': runTrial,
  ...moving(kept, {}),
} satisfies Partial<{ [N in keyof Table]: VerbOf<Table, N> }>;
