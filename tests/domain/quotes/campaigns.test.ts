import { emissionsOf } from '#domain/homologations/emissions.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blankOf } from '#domain/record/fields.ts';
import { campaignFields, type CampaignLine } from '#domain/quotes/campaigns/fields.ts';
import { leftOf, ruleIssue, type CampaignCar, type StoredCampaign } from '#domain/quotes/campaigns/reach.ts';
import { sampleFields, type Sample } from '#domain/quotes/campaigns/sample.ts';
import { campaignInput } from '#domain/quotes/campaigns/schema.ts';
import { priceTrial, sampleDraft } from '#domain/quotes/campaigns/trial.ts';
import { emptyDraft } from '#domain/quotes/empty-draft.ts';
import { lineOf } from '#tests/support/areas/campaigns.ts';
import { aCampaign, anIncentive, aSheet } from '#tests/support/price-sheet.ts';
import { rounds } from '#tests/support/rounds.ts';

const car: CampaignCar = {
  usage: 'new',
  channel: 'retail',
  makerId: 1,
  modelId: 2,
  versionId: 3,
  basketIds: [],
  fuel: 'hev',
  category: 'M1',
  co2: 100,
  listPrice: 24_900_00,
  stockDays: null,
};
const rule = { ...blankOf(campaignFields) };

test.each([
  [{ makerIds: [1] }, {}, true],
  [{ makerIds: [2] }, {}, false],
  [{ makerIds: [1] }, { makerId: null }, false],
  [{ basketIds: [7, 8] }, { basketIds: [8] }, true],
  [{ co2From: 100, co2To: 100 }, {}, true],
  [{ co2To: 99 }, {}, false],
  [{ priceFrom: 24_900_00, priceTo: 24_900_00 }, {}, true],
  [{ priceFrom: 24_900_01 }, {}, false],
  [{ stockDays: 60 }, { stockDays: 60 }, true],
  [{ stockDays: 60 }, { stockDays: 59 }, false],
  [{ channels: ['business'] }, { channel: 'business' }, true],
  [{ fuels: ['bev'] }, {}, false],
] as const)('a rule %j fits a car with %j: %s', (parts, facts, fits) => {
  const issue = ruleIssue({ ...rule, ...structuredClone(parts) } as typeof rule, { ...car, ...facts } as CampaignCar);
  expect(issue === null).toBe(fits);
});

test('a budget has left what quotes do not use; nothing after the last use', () => {
  expect(leftOf({ maxUses: null, maxAmount: null }, { uses: 9, given: 9 })).toBeNull();
  expect(leftOf({ maxUses: 2, maxAmount: null }, { uses: 2, given: 0 })).toBe(0);
  expect(leftOf({ maxUses: 2, maxAmount: 100 }, { uses: 1, given: 130 })).toBe(0);
});

test('a line keeps only what its kind has, so that equal campaigns are equal', () => {
  const line = lineOf({ measure: 'percent', percent: 3, amount: 500_00, lender: 'X', scrappedEuro: ['3'] });
  const parsed = campaignInput.parse({ ...rule, name: 'Prova', validFrom: '2026-11-01', lines: [line] });
  expect(parsed.lines[0]).toMatchObject({ amount: 0, percent: 3, lender: null, scrappedEuro: [] });
});

const cents = fc.integer({ min: 1, max: 30_000_00 });
const lines: fc.Arbitrary<CampaignLine[]> = fc.array(
  fc
    .record({
      measure: fc.constantFrom('amount', 'percent'),
      amount: cents,
      percent: fc.integer({ min: 1, max: 100 }),
      basis: fc.constantFrom('list', 'optional', 'pack', 'accessory', 'total'),
      payer: fc.constantFrom('dealer', 'maker', 'financial'),
      group: fc.constantFrom('', 'uno', 'due'),
      requiresUsed: fc.constantFrom(null, 'barter', 'scrapping'),
    } as const)
    .map((given) => lineOf(given)),
  { minLength: 1, maxLength: 4 },
);

test('a trial never makes the customer worse off, adds up to the cent and stays within the budget', () => {
  const others = [
    anIncentive({ id: 1, amount: 1_000_00, group: 'uno', campaign: aCampaign({ id: 1 }) }),
    anIncentive({ id: 2, name: 'Altra', amount: null, percent: 4, campaign: aCampaign({ id: 2, stacking: 'alone' }) }),
  ];
  const sheet = aSheet({ incentives: others });
  const given = fc.record({
    lines,
    stacking: fc.constantFrom('always', 'others', 'alone'),
    left: fc.option(fc.integer({ min: 0, max: 5_000_00 })),
    used: fc.constantFrom(null, 'barter', 'scrapping'),
  } as const);
  fc.assert(
    fc.property(given, ({ lines: some, stacking, left, used }) => {
      const campaign: StoredCampaign = {
        ...rule,
        name: 'Prova',
        validFrom: '2026-01-01',
        stacking,
        companyId: 21,
        id: 9,
        left,
        lines: some.map((line, at) => ({ ...line, name: `Riga ${at}`, id: 100 + at })),
      };
      const sample: Sample = { ...blankOf(sampleFields), used };
      const draft = sampleDraft(emptyDraft(sheet, 'MI'), sample, sheet, campaign.lines);
      const { before, after, lines: told } = priceTrial(campaign, car, draft, sheet, true);
      const gives = told.reduce((sum, { amount }) => sum + amount, 0);
      expect(after.keysInHand).toBeLessThanOrEqual(before.keysInHand);
      expect(before.keysInHand - after.keysInHand).toBe(
        after.discounts - before.discounts + after.stateAid - before.stateAid,
      );
      if (left !== null) expect(gives).toBeLessThanOrEqual(left);
      for (const { amount } of told) expect(Number.isInteger(amount) && amount >= 0).toBe(true);
    }),
    { numRuns: rounds(150) },
  );
});

test('a configured car lies on the straight line between the best and the worst of its approval', () => {
  const approved = {
    bestCo2: 98,
    worstCo2: 112,
    bestConsumption: 4.3,
    worstConsumption: 5,
    bestMass: 1250,
    worstMass: 1390,
    options: [
      { code: '19Z', co2: 7 },
      { code: 'TET', co2: 9 },
    ],
  };
  expect(emissionsOf(approved, [])).toEqual({ co2: 98, consumption: 4.3, mass: 1250 });
  expect(emissionsOf(approved, ['19Z', '19Z', 'ALTRO'])).toEqual({ co2: 105, consumption: 4.7, mass: 1320 });
  expect(emissionsOf(approved, ['TET', '19Z'])).toEqual({ co2: 112, consumption: 5, mass: 1390 });
  expect(emissionsOf({ ...approved, worstCo2: 98, options: [] }, ['19Z']).consumption).toBe(4.3);
});
