import { z } from 'zod';
import { endpoint } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { anyOf, type Right } from '#domain/record/rights.ts';
import { countedContracts } from '#domain/contracts/counted.ts';
import { keysOf } from '#domain/record/machine.ts';
import { atPlace } from '#domain/record/records.ts';
import { mostOf, targetAims, objectiveKeys } from './objectives.ts';

/** A seller sees the own targets, and no colleague's; whoever sees the company's sales, or writes targets, all of them. */
export const seesTargets = {
  own: [p.createQuotes],
  all: [p.seeSalesStats, p.managePreferences],
} as const satisfies Right;
const writes = [p.managePreferences] as const;

export const targetBases = keysOf(countedContracts.bases);
const basis = z.enum(targetBases);
const year = z.coerce.number().int().min(2000).max(2100);
const aim = {
  objective: z.enum(objectiveKeys),
  /** Of financing and insurance: what of them, and which. */
  aim: z.enum(keysOf(targetAims)).optional(),
  of: z.string().min(1).max(80).optional(),
};
const months = <T extends z.ZodType>(of: T) => z.array(of).length(12);

/** How the amount of a cell came to be: typed by hand, divided, or the mean of the place for want of a history. */
export const targetOrigins = ['typed', 'divided', 'mean'] as const;
export type TargetOrigin = (typeof targetOrigins)[number];

const cell = z.object({
  /** Pieces or contracts, cents, or hundredths of a percent. */
  amount: z.int(),
  origin: z.enum(targetOrigins),
});
const row = z.object({
  /** Null: what nobody has yet of the place, or of a penetration what holds for all of it. */
  sellerId: z.int().nullable(),
  name: z.string().nullable(),
  /** The day since which the person is gone: the months after it stand with what nobody has. */
  leftOn: z.string().nullable(),
  cells: months(cell.nullable()),
  /** What was done in each month, and of a penetration of how many; the same of the year before. */
  done: months(z.int()),
  over: months(z.int()),
  before: months(z.int()),
  beforeOver: months(z.int()),
});
export type TargetRow = z.output<typeof row>;
const place = z.object({
  /** Null: what belongs to no place. */
  id: z.int().nullable(),
  name: z.string().nullable(),
  closedOn: z.string().nullable(),
  /** Working days of each month, and of the same months of the year before. */
  working: months(z.int()),
  workingBefore: months(z.int()),
  rows: z.array(row),
  /** A whole that the maker has set. */
  wholes: months(z.int().nullable()),
});
export type TargetPlace = z.output<typeof place>;

/** Whose a target is: of who is asked for, or of the place or company whose penetration holds for who has no own one. */
export const targetSources = { own: null, place: 'della sede', company: 'dell’azienda' } as const;
export type TargetSource = keyof typeof targetSources;

const card = z.object({
  objective: z.enum(objectiveKeys),
  aim: z.enum(keysOf(targetAims)).nullable(),
  of: z.string().nullable(),
  label: z.string(),
  target: z.int(),
  source: z.enum(keysOf(targetSources)),
  done: z.int(),
  over: z.int(),
  /** What of it is to be expected by today, by the working days of each place; null before the first. */
  expected: z.number().nullable(),
});
export type TargetCard = z.output<typeof card>;

/** Cars that a target in pieces is set for. */
export const pieceKinds = ['new', 'used'] as const;
export type PieceKind = (typeof pieceKinds)[number];

/** What a seller is to sell this month, new and used cars, and what of it is to be expected by today; null: nothing is set. */
const seller = z.object({
  sellerId: z.int(),
  seller: z.string(),
  target: z.int().nullable(),
  /** The only kind of cars that it is set for, and that counts; null: new and used ones. */
  kind: z.enum(pieceKinds).nullable(),
  done: z.int(),
  expected: z.number().nullable(),
});
export type TargetSeller = z.output<typeof seller>;

/** The month that goes on, and what is set for it in the edition in force. */
const now = z.object({
  day: z.string(),
  month: z.int(),
  /** By which day of contracts it counts. */
  basis,
  places: z.array(z.object({ name: z.string().nullable(), worked: z.int(), working: z.int() })),
  cards: z.array(card),
  /** Only for who sees everybody's. */
  sellers: z.array(seller).nullable(),
});
export type TargetNow = z.output<typeof now>;

const edition = z.object({
  id: z.int(),
  version: z.int(),
  year: z.int(),
  state: z.enum(['draft', 'in_force']),
  basis,
  updatedAt: z.string(),
});
export type TargetEdition = z.output<typeof edition>;

export const targetsAnswer = z.object({
  year: z.int(),
  objective: z.enum(objectiveKeys),
  aim: z.enum(keysOf(targetAims)).nullable(),
  of: z.string().nullable(),
  /** By which day of contracts it counts. */
  basis,
  /** The edition that is shown; null: nothing is written for this year. */
  edition: edition.nullable(),
  hasDraft: z.boolean(),
  isInForce: z.boolean(),
  /** The last month that is over and was in force: it does not change any more; 0: none. */
  closed: z.int(),
  /** Months with their working days: those on which any of the places works. */
  working: months(z.int()),
  places: z.array(place),
  wholes: months(z.int().nullable()),
  /** Null in another year. */
  now: now.nullable(),
});
export type TargetsAnswer = z.output<typeof targetsAnswer>;

/** The most cells that are written at once: 150 people over a year. */
export const MOST_CELLS = 2000;
const cells = z.array(
  z.object({
    locationId: z.int().nullable(),
    sellerId: z.int().nullable(),
    month: z.int().min(1, 'Il mese va da 1 a 12').max(12, 'Il mese va da 1 a 12'),
    /** Null: no target. */
    amount: z.int().min(0, 'Un obiettivo non è negativo').nullable(),
    origin: z.enum(targetOrigins).default('typed'),
    isWhole: z.boolean().default(false),
  }),
);
/** The most of a whole year: as much as a thousand cells of money. */
const MOST_TOTAL = 1000 * mostOf.money;
export type TargetCells = z.output<typeof cells>;

const query = z.object({
  year: year.optional(),
  ...aim,
  objective: aim.objective.default('new_pieces'),
  basis: basis.optional(),
});
const percent = z.coerce.number().min(-100, 'La variazione va da −100 % a 1.000 %').max(1000, 'La variazione va da −100 % a 1.000 %'); // prettier-ignore

const items = z.array(z.object({ id: z.int(), name: z.string() }));

/** Calls about targets. */
export const targetCalls = {
  'GET /stats/targets': endpoint({
    summary: 'The targets of a year by place, person and month, with what was done: a seller sees the own',
    privileges: anyOf(seesTargets),
    query: query.extend({
      /** The draft, for who writes them; absent: what is in force. */
      draft: z.enum(['true']).optional(),
    }),
    answer: targetsAnswer,
  }),
  'GET /stats/targets/export': endpoint({
    summary: 'The same as CSV or XLSX',
    privileges: anyOf(seesTargets),
    query: query.extend({ draft: z.enum(['true']).optional(), format: z.enum(['csv', 'xlsx']) }),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /stats/targets/month': endpoint({
    summary: 'The targets of this month with what was done and what is to be expected by today: a seller sees the own',
    privileges: anyOf(seesTargets),
    query: atPlace,
    answer: now,
  }),
  'GET /stats/targets/aims': endpoint({
    summary:
      'What financing or insurance can aim at: companies and plans that are offered or were sold; new cars: baskets',
    privileges: anyOf(seesTargets),
    query: z.object({ objective: z.enum(['financial', 'insurance', 'new_pieces']) }),
    answer: z.object({ company: z.array(z.string()), plan: items, basket: items }),
  }),
  'POST /stats/targets': endpoint({
    summary: 'Begin the draft of a year, with what is in force; 201 answers it',
    privileges: writes,
    body: z.object({ year: z.int().min(2000, 'Anno dal 2000 al 2100').max(2100, 'Anno dal 2000 al 2100'), basis: basis.default('signed') }), // prettier-ignore
    answer: edition,
    creates: true,
  }),
  'PUT /stats/targets/:id': endpoint({
    summary: 'Write cells of a draft, all or none of them',
    privileges: writes,
    body: z.object({
      ...aim,
      basis: basis.optional(),
      cells: cells.max(MOST_CELLS, `Al massimo ${MOST_CELLS} celle alla volta`),
    }),
    answer: edition,
    versioned: true,
  }),
  'GET /stats/targets/:id/proposal': endpoint({
    summary:
      'A year divided by place, person and month from the one before, changed by a percentage or to a total; writes nothing',
    privileges: writes,
    query: z.object({
      ...aim,
      from: z.enum(['done', 'target']).default('done'),
      percent: percent.default(0),
      /** Instead of a percentage. */
      total: z.coerce
        .number()
        .int()
        .min(0, 'Il totale non è negativo')
        .max(MOST_TOTAL, 'Il totale è troppo alto')
        .optional(),
    }),
    answer: z.object({
      /** What the year before comes to, of which expected where it still goes on, and this one. */
      base: z.int(),
      expected: z.int(),
      total: z.int(),
      /** Of a large company more than are written at once. */
      cells,
      /** Cells typed by hand stay as they are; those of months that are closed, or after a person has left, do not count. */
      kept: z.int(),
      means: z.int(),
      off: z.int(),
    }),
  }),
  'POST /stats/targets/:id/force': endpoint({
    summary: 'Put a draft in force: what was in force before is kept; 409 while parts do not come to their whole',
    privileges: writes,
    answer: edition,
    versioned: true,
  }),
  'POST /stats/targets/:id/discard': endpoint({
    summary: 'Give up a draft',
    privileges: writes,
    versioned: true,
  }),
};
