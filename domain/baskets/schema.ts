import { z } from 'zod';
import { keysOf } from '#domain/record/machine.ts';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { basketFields, basketUses, networkBasketFields, type NetworkBasketValues } from './fields.ts';

type OfVersions = Pick<NetworkBasketValues, 'makerIds' | 'modelIds' | 'fuels' | 'versionIds'>;

const NO_VERSIONS: OfVersions = { makerIds: [], modelIds: [], fuels: [], versionIds: [] };
const isChosen = ({ makerIds, modelIds, fuels, versionIds }: OfVersions) =>
  [makerIds, modelIds, fuels, versionIds].some((chosen) => chosen.length > 0);
const nothing = { path: ['makerIds'], message: 'Scegliere marche, modelli, alimentazioni o versioni' };

/** The input of a dealer's basket. */
export const basketInput = schemaOf(basketFields).refine(isChosen, nothing);

/** The input of the manufacturer's: of versions or of companies, never of both or of none. */
export const networkBasketInput = schemaOf(networkBasketFields)
  .refine((input) => input.holds === 'companies' || isChosen(input), nothing)
  .refine(({ holds, companyIds }) => holds === 'versions' || companyIds.length > 0, {
    path: ['companyIds'],
    message: 'Scegliere almeno una concessionaria: così non sarebbe per nessuno',
  })
  .transform((input) => ({ ...input, ...(input.holds === 'versions' ? { companyIds: [] } : NO_VERSIONS) }));
export type NetworkBasketInput = z.output<typeof networkBasketInput>;

const names = z.array(z.string());
const values = answerOf(networkBasketFields);

export const basket = values.extend({
  id: z.int(),
  version: z.int(),
  /** Whether it is the manufacturer's, which dealers read and use. */
  theirs: z.boolean(),
  makers: names,
  models: names,
  versions: names,
  /** How many versions on sale, or companies, it holds today. */
  size: z.int(),
  archived: z.boolean(),
});
export type Basket = z.output<typeof basket>;

/** Who uses a basket: the records of the reader's company by name, and of 10's how many there are in the network. */
const usedBy = z.object({
  uses: z.array(z.object({ by: z.enum(keysOf(basketUses)), id: z.int(), name: z.string() })),
  network: z.object({ companies: z.int(), campaigns: z.int(), plans: z.int(), rules: z.int(), targets: z.int() }),
});
export type BasketUsers = z.output<typeof usedBy>;

/** What the page of a basket shows beside it. */
export const basketPage = usedBy.extend({
  /** Its former versions and the one in force, the newest first. */
  history: z.array(
    z.object({ version: z.int(), at: z.string(), by: z.string().nullable(), size: z.int(), fields: values }),
  ),
});
export type BasketPage = z.output<typeof basketPage>;

/** Some of the names of what enters or leaves, and how many there are. */
const moved = z.object({ count: z.int(), names });

/** What a change touches: what enters and leaves, how much the basket would hold, and who uses it. */
export const basketChange = usedBy.extend({ size: z.int(), enters: moved, leaves: moved });
export type BasketChange = z.output<typeof basketChange>;

const named = z.array(z.object({ id: z.int(), name: z.string() }));
export const basketChoices = z.object({ makers: named, models: named, companies: named });
export type BasketChoices = z.output<typeof basketChoices>;
