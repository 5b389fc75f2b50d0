/** What the lists of priced records (accessories, tyres…) have in common: each spreads these into its own table of calls. */
import { z } from 'zod';
import { isDay } from './dates.ts';
import { listQuery } from './endpoint.ts';
import { MONEY_LIMIT } from './money.ts';

/** An amount in cents that is not negative. */
export const cents = z
  .int('Inserire un importo')
  .min(0, "L'importo non può essere negativo")
  .max(MONEY_LIMIT, 'Importo troppo grande');
export const day = z.string().refine(isDay, 'Inserire una data valida');
/** What tells records of a company apart, and finds them in an import. */
export const code = z.string().trim().min(1, 'Inserire il codice').max(30, 'Al massimo 30 caratteri');
export const taxRate = z.number().min(0).max(50, 'Inserire una aliquota valida');

/** Yes or no in a query. */
export const flag = z.enum(['true', 'false']);

/** The query of an export: the list's own filters and order, without the place in the list. */
export const exportQuery = <T extends z.ZodRawShape>(filters: T) =>
  listQuery.omit({ offset: true, limit: true }).extend({ ...filters, format: z.enum(['csv', 'xlsx']) });

/** Archive or bring back; the area adds privileges and answer. */
export const archiving = {
  summary: 'Archive or bring back',
  body: z.object({ archived: z.boolean() }),
  versioned: true,
} as const;

export const repricing = {
  summary: 'Change the price of the chosen records by a percentage, each rounded to the cent; all or none',
  body: z.object({
    ids: z.array(z.int()).min(1, 'Scegliere almeno un elemento').max(1000),
    percent: z.number().min(-90, 'Minimo −90 %').max(500, 'Massimo 500 %'),
  }),
  answer: z.object({ changed: z.int() }),
  keyed: true,
} as const;

export const importing = {
  summary: 'Import from CSV: rows are matched by code, created or updated; a dry run only reports',
  body: z.object({
    csv: z.string().min(1, 'Il file è vuoto').max(900_000, 'Il file è troppo grande: dividerlo in più file'),
    dryRun: z.boolean(),
  }),
  answer: z.object({
    created: z.int(),
    updated: z.int(),
    /** Rows left out; the first of them stand in `errors`, by their line in the sheet. */
    refused: z.int(),
    errors: z.array(z.object({ row: z.int(), message: z.string() })),
    /** Heads of columns that mean nothing here. */
    ignored: z.array(z.string()),
  }),
} as const;
