import { blankOf } from '#domain/record/fields.ts';
import type { campaignEndpoints as table } from '#domain/quotes/campaigns/endpoints.ts';
import { campaignFields, lineFields, type CampaignLine, type CampaignValues } from '#domain/quotes/campaigns/fields.ts';
import { sampleFields } from '#domain/quotes/campaigns/sample.ts';
import { created, nothing, type Calls, type Insert, type Side } from '../area.ts';
import { recordCalls } from '../priced.ts';

export async function rows(insert: Insert, companyId: number, marker: string) {
  const name = `${marker} campagna`;
  const campaignId = await insert(
    `insert into campaigns (company_id, name, valid_from, state, tried, stacking) values ($1, $2, '2020-01-01', 'active', true, 'always')
     returning id`,
    [companyId, name],
  );
  const incentiveId = await insert(
    `insert into incentives (company_id, campaign_id, type, payer, name, basis, amount, refund_percent)
     values ($1, $2, 'flat', 'maker', $3, 'list', 100000, 40) returning id`,
    [companyId, campaignId, name],
  );
  return { campaignId, incentiveId };
}

export const lineOf = (changes: Partial<CampaignLine> = {}): CampaignLine => ({
  ...blankOf(lineFields),
  amount: 500_00,
  ...changes,
});

/** A campaign of 500 euro on every new car. */
export const campaignOf = (name: string, changes: Partial<CampaignValues> = {}): CampaignValues => ({
  ...blankOf(campaignFields),
  name,
  validFrom: '2026-11-01',
  lines: [lineOf()],
  ...changes,
});

const fresh = (side: Side) => created(side, 'POST /campaigns', { body: campaignOf(`${side.marker} ${side.next()}`) });

const tryOn = (side: Side) => ({
  values: campaignOf('Prova'),
  sample: { ...blankOf(sampleFields), versionId: side.car.versionId },
});

/** A draft whose values were tried. */
async function tried(side: Side) {
  const { params, version } = await fresh(side);
  const { body: values } = await side.call('GET /campaigns/:id', { params });
  await side.call('POST /campaigns/:id/trial', { params, body: { ...tryOn(side), values } });
  return { params, version };
}

const moved = async (
  side: Side,
  name: 'activate' | 'stop',
  sent: { params: { id: number }; version: number },
  body?: object,
) => {
  const answer = await side.call(`POST /campaigns/:id/${name}`, { ...sent, ...(body && { body }) });
  return { params: sent.params, version: answer.body.version as number };
};
const active = async (side: Side) => moved(side, 'activate', await tried(side));
const why = { reason: 'mistake' } as const;

export const campaigns: Calls<typeof table> = {
  ...recordCalls('campaigns', (name) => campaignOf(name)),
  'GET /campaigns/choices': nothing,
  'GET /campaigns/cars': () => ({ query: { kind: 'used' } }),
  'POST /campaigns/:id/copy': fresh,
  'POST /campaigns/:id/trial': async (side) => ({ params: (await fresh(side)).params, body: tryOn(side) }),
  'POST /campaigns/:id/activate': tried,
  'POST /campaigns/:id/stop': async (side) => ({ ...(await active(side)), body: why }),
  'POST /campaigns/:id/resume': async (side) => moved(side, 'stop', await active(side), why),
};
