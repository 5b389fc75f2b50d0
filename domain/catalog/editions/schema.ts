import { z } from 'zod';
import { keysOf } from '#domain/record/machine.ts';
import { optionKinds } from '../terms.ts';
import { calendarDay, line } from '#domain/text.ts';
import { id } from '#domain/endpoint.ts';
import { comparisonStates, comparisonViews } from './comparison.ts';
import { GRID, offers } from './grid.ts';
import { editionStates, type EditionState } from './machine.ts';
import { MOST_PROTECTED } from './protection.ts';
import { catalogTables, type CatalogKind } from './tables.ts';

/** The most rows that one call saves: a version with every option that a maker has. */
export const MOST_ROWS_SAVED = 5000;

/** The most fields of a row: more than any table of the catalogue has. */
const MOST_FIELDS = 60;
/** No amount in cents, mass or measure of a car is larger. */
const LARGEST = 1_000_000_000_000;
const value = z.union([z.string().max(200), z.number().min(-LARGEST).max(LARGEST), z.boolean(), z.null()]);
const row = z
  .record(z.string().max(40), value)
  .refine((fields) => Object.keys(fields).length <= MOST_FIELDS, `Al massimo ${MOST_FIELDS} campi`)
  .meta({ maxProperties: MOST_FIELDS });
const kind = z.enum(keysOf(catalogTables) as [CatalogKind, ...CatalogKind[]]);
const key = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[\w:-]+$/, 'Riga sconosciuta');
const instant = z.iso.datetime({ offset: true });
const day = z.iso.date();

const protectedDays = z
  .int('Inserire un numero di giorni')
  .min(0, 'Almeno 0 giorni')
  .max(MOST_PROTECTED, `Al massimo ${MOST_PROTECTED} giorni`)
  .default(0);

export const editionInput = z.object({
  name: line.min(1, 'Inserire il nome').max(80, 'Al massimo 80 caratteri'),
  issuedDays: protectedDays.describe('For how many days issued quotes keep the list before it'),
  draftDays: protectedDays.describe('For how many days drafts of quotes keep the list before it'),
});

export const edition = editionInput.extend({
  id: z.int(),
  version: z.int(),
  state: z.enum(keysOf(editionStates) as [EditionState, ...EditionState[]]),
  day: day.nullable().describe('On which it comes, or came, into force'),
  changes: z.int().describe('Changed rows'),
  maker: z.string(),
  publisher: z.string().nullable().describe('Who published or scheduled it'),
  publisherGone: z.boolean().describe('Who scheduled it may not publish any more; it is published all the same'),
  publishedAt: instant.nullable(),
  refusal: z.string().nullable().describe('Why it was not published on its day'),
  undoes: z.int().nullable().describe('The edition that it takes back'),
  updatedAt: instant,
});
export type Edition = z.output<typeof edition>;

export const problem = z.object({
  blocks: z.boolean(),
  code: z.enum(['price', 'circle', 'contradiction', 'pack', 'approval', 'jump', 'missing', 'images']),
  sentence: z.string(),
  versionId: z.int().nullable(),
  optionId: z.int().nullable(),
  isOld: z.boolean().describe('The list in force has the same: the edition does not bring it'),
});

/** A changed row, as both editors see it. */
export const change = z.object({
  kind,
  key,
  label: z.string().describe('What the row is, in words'),
  before: row.nullable(),
  after: row.nullable(),
  version: z.int(),
  changer: z.string(),
  changedAt: instant,
});
export type EditionChange = z.output<typeof change>;

export const namedChange = change.extend({
  names: z.record(z.string(), z.string()).describe('What ids in its fields are called, by `<field> <id>`'),
});

/** Rows, and versions, of one answer. */
export const MOST_CHANGES = 200;
export const VERSIONS_SHOWN = 100;
const offset = z.coerce.number().int().min(0).max(1_000_000).default(0);
/** A version; 0: what belongs to none. */
export const versionId = z.coerce.number().int().min(0).max(LARGEST);
export const changesQuery = z.object({
  version: versionId.optional().describe('Only those of one version; 0: those of makers, models, options and rules'),
  offset: offset.describe('From which row on'),
  limit: z.coerce.number().int().min(1).max(MOST_CHANGES).default(MOST_CHANGES),
});
export const versionsQuery = z.object({ offset });
const cents = z.int().nullable();
export const changedVersions = z.object({
  total: z.int().describe('Versions that it changes, and one more for what belongs to none'),
  rows: z
    .array(
      z.object({
        id: z.int().describe('0: rows of makers, models, options and rules'),
        label: z.string(),
        makerId: z.int().nullable().describe('Null: the edition adds the version'),
        modelId: z.int().nullable(),
        changes: z.int(),
        isNew: z.boolean(),
        before: cents.describe('Its list price, where that changes'),
        after: cents,
      }),
    )
    .describe(`At most ${VERSIONS_SHOWN}`),
});

export const openQuotes = z.object({
  total: z.int().describe('Issued or accepted, and still valid'),
  companies: z.int().describe('That have such quotes'),
  lowered: z.int().describe('Of versions whose list price the edition lowers'),
  retired: z.int().describe('Of versions that it sells no more'),
  models: z.array(z.object({ id: z.int(), name: z.string().describe('With its maker'), count: z.int() })),
  versions: z.array(z.object({ id: z.int(), count: z.int() })).describe('Of the versions that the edition touches'),
  ends: z
    .array(
      z.object({
        day: day.nullable().describe('The last day of their validity; null: accepted'),
        count: z.int(),
        raise: z.int().describe('By how many cents the edition raises their list prices together'),
      }),
    )
    .describe('By day, the accepted last'),
});

export const moved = z.object({
  kind,
  key,
  label: z.string(),
  field: z.string(),
  before: value,
  now: value,
  after: value,
});

/** Stands for all fields whose base has changed, as they are now: what is accepted is what was seen. */
const movedSeen = z
  .string()
  .length(22)
  .regex(/^[\w-]+$/)
  .meta({ examples: ['0123456789abcdefghij-_'] });
export const shownEdition = z.object({
  edition,
  problems: z.array(problem).describe('What blocks and what the edition brings, then what is old; at most 200 of each'),
  own: z.int().describe('How many block or are brought by the edition'),
  older: z.int().describe('How many others the list in force has already'),
  moved: z.array(moved).describe('At most 200'),
  movedCount: z.int().describe('Fields whose base has changed'),
  seen: movedSeen,
});

/** Rows of either list of one answer about an opposite. */
export const OPPOSITE_SHOWN = 100;
export const oppositeQuery = z.object({
  changes: offset.describe('From which changed row on'),
  stays: offset.describe('From which field that stays on'),
});
export const opposite = z.object({
  total: z.object({ changes: z.int(), stays: z.int() }),
  changes: z
    .array(change.pick({ kind: true, key: true, label: true, before: true, after: true }))
    .describe(`At most ${OPPOSITE_SHOWN}; after a price that goes the one before it`),
  stays: z.array(moved).describe(`Fields that somebody changed since: they stay. At most ${OPPOSITE_SHOWN}`),
});

export const savedRow = z.object({
  kind,
  key: key.describe('Negative ids stand for new rows, which the answer names'),
  version: z.int().min(0).describe('Of the change as it was seen; 0: there was none'),
  values: row.nullable().describe('The fields that change; null takes the change back'),
});
export const rowsInput = z.object({
  rows: z.array(savedRow).min(1, 'Nessuna riga').max(MOST_ROWS_SAVED, `Al massimo ${MOST_ROWS_SAVED} righe alla volta`),
  copyOf: id.optional().describe('The version whose options and prices the new version among them takes over'),
});

export const rowsAnswer = z.object({
  edition,
  saved: z.array(change.omit({ label: true })),
  gone: z.array(z.object({ kind, key })).describe('Changes that were taken back'),
  ids: z.record(z.string(), z.int()).describe('The ids of new rows by their negative ones'),
  conflicts: z
    .array(
      z.object({
        kind,
        key,
        mine: row.nullable(),
        theirs: row.nullable(),
        version: z.int(),
        changer: z.string().nullable(),
      }),
    )
    .describe('Rows that somebody else changed meanwhile: they are not saved'),
});
export const rebased = z.object({
  seen: movedSeen,
  rows: z
    .array(z.object({ kind, key }))
    .min(1)
    .max(MOST_ROWS_SAVED)
    .optional()
    .describe('Left out: all of them whose base has changed'),
});

/** A day, or the id of an edition. */
const side = z.union(
  [
    calendarDay,
    z
      .string()
      .max(15)
      .regex(/^[1-9]\d{0,14}$/),
  ],
  'Scegliere un giorno o un’edizione',
);
export const comparedSides = z.object({
  from: side,
  to: side,
});
/** Versions of one page. */
export const MOST_COMPARED = 200;
export const comparedPage = comparedSides.extend({
  state: z
    .enum(keysOf(comparisonViews))
    .optional()
    .describe('Only versions of this state, or with a price that is raised or lowered'),
  offset,
  limit: z.coerce.number().int().min(1).max(MOST_COMPARED).default(MOST_COMPARED),
});
const count = z.int();
export const comparison = z.object({
  from: z.string().describe('What the list is called'),
  to: z.string(),
  figures: z
    .object({
      states: z.object({ changed: count, added: count, gone: count, same: count }),
      raised: count,
      lowered: count,
      onlyOptions: count.describe('Versions with the same price and other options'),
      percent: z.number().describe('By how much the prices of versions on both lists differ together'),
    })
    .describe('Of all versions of both lists'),
  total: count.describe('Versions of the state that was asked for'),
  most: z.number().describe('The largest change of a price among them, in percent without its sign'),
  rows: z.array(
    z.object({
      id: z.int(),
      makerId: z.int(),
      modelId: z.int(),
      maker: z.string(),
      model: z.string(),
      name: z.string(),
      code: z.string(),
      state: z.enum(keysOf(comparisonStates)),
      before: z.int().nullable(),
      after: z.int().nullable(),
      difference: z.int().nullable().describe('Cents; null where one list has no price'),
      percent: z.number().nullable(),
      options: z.int().describe('Options that came, went, or have another price'),
    }),
  ),
});

const named = z.object({ id: z.int(), name: z.string() });
const ofModel = named.extend({ body: z.string() });
const listedRow = z.object({
  kind,
  key,
  label: z.string(),
  row: row.nullable().describe('In force; null: it is new'),
  after: row.nullable().describe('The changed fields in the edition'),
  version: z.int(),
  changer: z.string().nullable().describe('Who changed it in the edition last'),
  changedAt: instant.nullable(),
});

const listed = named.extend({
  published: z.boolean(),
  changed: z.boolean().describe('The edition makes something of it'),
});
const models = z.array(listed.extend({ versions: z.int().describe('On sale with the edition') }));
export const listedMaker = listed.extend({ models });
export const shownMaker = z.object({ maker: named, models, data: listedRow.describe('The maker itself') });
/** Options of a maker in one answer. */
export const OPTIONS_SHOWN = 200;
export const optionsQuery = z.object({
  edition: id.optional(),
  q: z.string().trim().max(100).default('').describe('Words of code and name, all of them'),
  without: id.optional().describe('A version: what it has in force is left out'),
  offset: offset.describe('From which option on'),
});
export const listedOptions = z.object({
  maker: named,
  total: z.int().describe('How many are found'),
  options: z.array(named.extend({ code: z.string(), kind: z.enum(optionKinds) })),
});
export const listedModel = z.object({
  maker: named,
  model: ofModel,
  data: listedRow.describe('The model itself'),
  versions: z.array(
    named.extend({
      code: z.string(),
      published: z.boolean(),
      price: z.int().nullable().describe('In force today'),
      next: z.int().nullable().describe('In the edition'),
      change: z.int().describe('The version of that change; 0: there is none'),
      changes: z.int().describe('Changed rows of the version'),
    }),
  ),
});
const offered = z.object({ state: z.enum(keysOf(offers)), price: z.int().nullable() });
export const gridQuery = z.object({
  edition: id.optional(),
  version: offset.describe('From which version on'),
  option: offset.describe('From which option on'),
});
export const modelGrid = z.object({
  maker: named,
  model: ofModel,
  total: z.object({ versions: z.int(), options: z.int() }),
  versions: z.array(named.extend({ code: z.string() })).describe(`At most ${GRID.versions}`),
  lines: z
    .array(
      z.object({
        optionId: z.int().nullable().describe('Null: the list price'),
        code: z.string(),
        name: z.string(),
        cells: z.array(
          z.object({
            versionId: z.int(),
            optionId: z.int().nullable(),
            inForce: offered,
            after: offered,
            change: z.int(),
            priceChange: z.int(),
          }),
        ),
      }),
    )
    .describe(`The list price and at most ${GRID.options} options that versions of the model have`),
});
export const listedVersion = z.object({
  maker: named,
  model: ofModel,
  version: named.extend({ code: z.string() }),
  prices: z.array(z.object({ validFrom: day, price: z.int() })).describe('By date, the newest first'),
  priceKey: key,
  rows: z.array(listedRow),
  problems: z.array(problem).describe('What is wrong with it as the edition leaves it, as far as it alone says'),
});
