/** What an erasure leaves of quotes and offers that were not accepted: amounts, numbers and the car. */
import { sql } from 'kysely';
import { withoutTexts, type Fields } from '#domain/record/fields.ts';
import { money } from '#domain/italian.ts';
import { b2bFields } from '#domain/quotes/b2b/fields.ts';
import { quoteFields } from '#domain/quotes/fields.ts';
import { relativeLabel } from '#domain/quotes/sheet/incentives.ts';
import type { Row } from '#domain/quotes/sheet/priced.ts';
import type { CustomDiscount } from '#domain/quotes/schema.ts';
import type { Ctx } from '../lib/work/context.ts';

type Json = Record<string, unknown>;

const kinds = { quotes: quoteFields, b2b_quotes: b2bFields } as const satisfies Record<string, Fields>;
export type QuoteTable = keyof typeof kinds;

/** A stored draft of any age. */
interface Draft extends Json {
  customer?: Json | null;
  customDiscounts?: CustomDiscount[];
}

/** The parts of a snapshot of either kind that are read and changed here; the rest stays. */
interface Snapshot extends Json {
  sheet?: Json & { used?: Json | null; stock?: Json | null; approval?: Json | null; cars?: Json[] };
  priced?: Json & { rows?: Row[]; listTotal?: number; alternatives?: Json[] };
  texts?: Json;
}

/** The draft without texts and income, for a customer without a name. */
const draftWithout = (fields: Fields, draft: Draft, name: string): Draft => {
  const bare: Draft = withoutTexts(fields, draft);
  return {
    ...bare,
    ...('isee' in bare && { isee: null }),
    ...(bare.customer && { customer: { ...bare.customer, name } }),
  };
};

/**
 * A priced row with a neutral label: labels of trade-ins contain plate or make, those of the seller's discounts the
 * seller's words.
 */
function rowWithout(row: Row, { customDiscounts = [] }: Draft, listTotal: number): Row {
  if (row.key.startsWith('tradeIn-')) return { ...row, label: row.label.split(' ')[0]! };
  const position = /^custom-(\d+)$/.exec(row.key)?.[1];
  if (position === undefined) return row;
  const percent = customDiscounts[Number(position)]?.percent ?? null;
  return { ...row, label: percent === null ? 'Sconto' : relativeLabel('Sconto', percent, money(listTotal)) };
}

const CONTACTS = ['address', 'cap', 'city', 'province', 'country', 'taxCode', 'vatNumber', 'email', 'phone'];

function snapshotWithout({ sheet, priced, texts, ...rest }: Snapshot, draft: Draft, name: string): Snapshot {
  const free = (car: Json | null | undefined) => car && { ...car, reserved: null };
  return {
    ...rest,
    ...(sheet && {
      sheet: {
        ...sheet,
        ...('used' in sheet && { used: free(sheet.used) }),
        ...('stock' in sheet && { stock: free(sheet.stock) }),
        ...(sheet.approval && { approval: { ...sheet.approval, note: null, sentence: null } }),
        ...(sheet.cars && { cars: sheet.cars.map((car) => ({ ...car, held: null })) }),
      },
    }),
    ...(priced && {
      priced: {
        ...priced,
        ...(priced.rows && { rows: priced.rows.map((row) => rowWithout(row, draft, priced.listTotal ?? 0)) }),
        ...(priced.alternatives && { alternatives: priced.alternatives.map((one) => ({ ...one, issues: [] })) }),
        // Issues quote the words of the draft.
        issues: [],
      },
    }),
    ...(texts && {
      texts: {
        ...texts,
        ...(texts.customer ? { customer: { name, ...Object.fromEntries(CONTACTS.map((key) => [key, null])) } } : {}),
      },
    }),
  };
}

/** Removes every word from drafts and snapshots; `name` replaces the customer's name. */
export async function clearQuotes(
  { db, user: { companyId } }: Ctx,
  table: QuoteTable,
  ids: readonly number[],
  name: string,
): Promise<void> {
  const { rows } = await sql<{ id: number; draft: Draft; snapshot: Snapshot | null }>`select q.id, q.draft, q.snapshot
    from ${sql.table(table)} q where q.company_id = ${companyId} and q.id = any(${[...ids]}::bigint[])`.execute(db);
  for (const { id, draft, snapshot } of rows) {
    const bare = draftWithout(kinds[table], draft, name);
    const kept = snapshot && snapshotWithout(snapshot, draft, name);
    await sql`update ${sql.table(table)} set customer_name = ${name}, version = version + 1,
        draft = ${JSON.stringify(bare)}::jsonb, snapshot = ${kept && JSON.stringify(kept)}::jsonb
      where company_id = ${companyId} and id = ${id}`.execute(db);
  }
}
