import { z } from 'zod';
import { keysOf } from '#domain/record/machine.ts';
import { periodInOrder, periodWrong } from '#domain/record/offered.ts';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { campaignFields, lineFields, type CampaignLine } from './fields.ts';
import { sampleFields } from './sample.ts';
import { campaignStates } from './terms.ts';

/** The line without what its kind does not have, so that equal campaigns have equal values. */
function cleared<L extends CampaignLine>(line: L): L {
  const { measure, requiresUsed, requiresFinancing } = line;
  return {
    ...line,
    ...(measure !== 'amount' && { amount: 0 }),
    ...(measure !== 'percent' && { percent: 0 }),
    ...(measure !== 'bands' && { bands: [] }),
    ...(requiresUsed === null && { scrappedEuro: [], ownedMonths: null }),
    ...(!requiresFinancing && { lender: null, minMonths: null, minFinanced: null }),
  };
}

/** What is wrong with a line, by field. */
function* wrongIn(line: CampaignLine): Generator<[field: keyof CampaignLine, message: string]> {
  const { measure, amount, percent, bands, validFrom, validTo, payer, basis } = line;
  if (measure === 'amount' && amount === 0) yield ['amount', 'Inserire l’importo'];
  if (measure === 'percent' && percent === 0) yield ['percent', 'Inserire la percentuale'];
  if (measure === 'bands' && bands.length === 0) yield ['bands', 'Inserire almeno una fascia'];
  if (!periodInOrder({ validFrom, validTo })) yield ['validTo', periodWrong.message];
  if (payer === 'state' && !['list', 'total'].includes(basis)) yield ['basis', 'Un aiuto dello Stato riduce il totale'];
}

/** A line of the input; the id of one that is already there, so that drafts keep it. */
const lineInput = schemaOf(lineFields).extend({ id: z.int().positive().nullish() }).transform(cleared);

const inOrder = (from: number | null, to: number | null) => from === null || to === null || from <= to;
const most = 'Il massimo non può essere sotto il minimo';

/** The input of a campaign. */
export const campaignInput = schemaOf(campaignFields)
  .extend({ lines: z.array(lineInput).max(campaignFields.lines.most, `Al massimo ${campaignFields.lines.most}`) })
  .refine(({ lines }) => lines.length > 0, { path: ['lines'], message: 'Inserire almeno un incentivo' })
  .refine(periodInOrder, periodWrong)
  .refine(({ co2From, co2To }) => inOrder(co2From, co2To), { path: ['co2To'], message: most })
  .refine(({ priceFrom, priceTo }) => inOrder(priceFrom, priceTo), { path: ['priceTo'], message: most })
  .superRefine(({ lines }, ctx) => {
    for (const [index, line] of lines.entries())
      for (const [field, message] of wrongIn(line))
        ctx.addIssue({ code: 'custom', path: ['lines', index, field], message });
  });
export type CampaignInput = z.output<typeof campaignInput>;

const names = z.array(z.string());

/** A campaign with what it gave until now to quotes of the reader's company. */
export const campaign = answerOf(campaignFields).extend({
  lines: z.array(answerOf(lineFields).extend({ id: z.int() })),
  id: z.int(),
  version: z.int(),
  state: z.enum(keysOf(campaignStates)),
  /** Whether its values were tried on a sample quote. */
  tried: z.boolean(),
  /** Whether it is the manufacturer's, which other companies only read. */
  theirs: z.boolean(),
  makers: names,
  models: names,
  versions: names,
  baskets: names,
  /** Name of the basket of companies that it is for. */
  audience: z.string().nullable(),
  /** "800,00 €", "3 %": what its incentives are worth, in one line. */
  worth: z.string(),
  /** Issued quotes and sales that use it, and the cents that they take together. */
  uses: z.int(),
  given: z.int(),
  archived: z.boolean(),
});
export type Campaign = z.output<typeof campaign>;

/** Values of a campaign, and the sample quote on which they are tried. */
export const trialInput = z.object({ values: campaignInput, sample: schemaOf(sampleFields) });

const figures = z.object({
  list: z.int(),
  discounts: z.int(),
  stateAid: z.int(),
  keysInHand: z.int(),
});

/** What a sample quote shows with a campaign and without it; amounts in cents. */
export const trial = z.object({
  /** The car that was priced, its body and its colour. */
  vehicle: z.string(),
  body: z.string(),
  colour: z.string().nullable(),
  before: figures,
  after: figures,
  /** The incentives of the campaign: what each gives, and why it gives nothing. */
  lines: z.array(z.object({ name: z.string(), amount: z.int(), why: z.string().nullable() })),
  /** Other incentives that give less because of it. */
  displaced: z.array(z.object({ name: z.string(), from: z.int(), to: z.int(), why: z.string().nullable() })),
  /** Open drafts that chose one of its incentives, and issued quotes that keep theirs. */
  drafts: z.int(),
  issued: z.int(),
});
export type Trial = z.output<typeof trial>;

/** Makes, models and baskets that a campaign may be for, and the open places of the sample. */
export const campaignChoices = z.object({
  makers: z.array(z.object({ id: z.int(), name: z.string() })),
  models: z.array(z.object({ id: z.int(), name: z.string() })),
  baskets: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Baskets of companies, for the manufacturer's own campaigns. */
  audiences: z.array(z.object({ id: z.int(), name: z.string() })),
  lenders: z.array(z.string()),
});
export type CampaignChoices = z.output<typeof campaignChoices>;
