/** Which layout prints a record, and its blocks as a template reads them. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { standardLayouts } from '#domain/layouts/standard.ts';
import type { Condition, LayoutBlock, LayoutKind } from '#domain/layouts/terms.ts';
import { headingOf, paragraphsOf } from '#domain/layouts/text.ts';
import type { LayoutValues } from '#domain/layouts/variables.ts';
import type { Ctx } from '../lib/work/context.ts';

/** The blocks of a published version; 0 is the standard. Undefined when there is no such version. */
export async function blocksOfVersion(
  { db, user }: Ctx,
  kind: LayoutKind,
  number: number,
): Promise<readonly LayoutBlock[] | undefined> {
  if (number === 0) return standardLayouts[kind];
  const row = await db
    .selectFrom('layoutVersions')
    .select('blocks')
    .where('companyId', '=', user.companyId)
    .where('kind', '=', kind)
    .where('number', '=', number)
    .executeTakeFirst();
  // Checked when they were saved (layoutInput).
  return row?.blocks as LayoutBlock[] | undefined;
}

const inUse = async ({ db, user }: Ctx, kind: LayoutKind): Promise<number> =>
  (
    await db
      .selectFrom('layouts')
      .select('inUse')
      .where('companyId', '=', user.companyId)
      .where('kind', '=', kind)
      .executeTakeFirst()
  )?.inUse ?? 0;

/**
 * How many rows `r` of a table, of those that `where` leaves, keep no version yet: one that is published now prints them.
 * `revision`: what of a row a print belongs to.
 */
export async function countUnkept(
  { db, user }: Ctx,
  kind: LayoutKind,
  { table, revision, where }: { table: string; revision: RawBuilder<number>; where: RawBuilder<SqlBool> },
): Promise<number> {
  const { rows } = await sql<{ records: number }>`select count(*)::int as records from ${sql.table(table)} r
    where r.company_id = ${user.companyId} and ${where} and not exists (select from layout_prints p
      where p.company_id = ${user.companyId} and p.kind = ${kind} and p.record_id = r.id and p.revision = ${revision})`.execute(
    db,
  );
  return rows[0]!.records;
}

interface Around {
  company: string;
  /** Who prints, or in whose name it is printed. */
  user: string;
  place: string | null | undefined;
  /** The day of the print, in Rome. */
  today: string;
}

/** What variables are on every print but those of a lead: the dealer, the days, and no origin. */
export const valuesAround = ({ company, user, place, today }: Around) => ({
  Fonte: '',
  'Data ricezione': '',
  'Link annuncio': '',
  Sede: place ?? '',
  'Azienda dealer': company,
  'Nome Utente': user,
  'Data oggi': day(today),
  'Data domani': day(addDays(today, 1)),
  'Data dopodomani': day(addDays(today, 2)),
});

interface Print {
  id: number;
  revision: number;
  /** The moment since which its print does not change, of records that have one: the layout of then prints it. */
  since?: string | null;
}

async function numberOf(ctx: Ctx, kind: LayoutKind, { id, revision, since = null }: Print): Promise<number> {
  const { db, user } = ctx;
  const known = await db
    .selectFrom('layoutPrints')
    .select('number')
    .where('companyId', '=', user.companyId)
    .where('kind', '=', kind)
    .where('recordId', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (known) return known.number;
  if (since === null) return inUse(ctx, kind);
  const then = await db
    .selectFrom('layoutVersions')
    .select('number')
    .where('companyId', '=', user.companyId)
    .where('kind', '=', kind)
    .where('publishedAt', '<', since)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return then?.number ?? 0;
}

/**
 * The blocks that print a record: of the version by which its revision was printed before, else of the one in use (or of
 * the one that was when it became final). `keep` notes that it is printed by it from now on.
 */
export async function layoutOf(
  ctx: Ctx,
  kind: LayoutKind,
  print: Print,
  { keep = false }: { keep?: boolean | undefined } = {},
): Promise<readonly LayoutBlock[]> {
  const number = await numberOf(ctx, kind, print);
  if (keep)
    await ctx.db
      .insertInto('layoutPrints')
      .values({
        companyId: ctx.user.companyId,
        kind,
        recordId: print.id,
        revision: print.revision,
        number,
        printedAt: ctx.now,
      })
      .onConflict((on) => on.doNothing())
      .execute();
  return (await blocksOfVersion(ctx, kind, number)) ?? standardLayouts[kind];
}

/** The layout in use, for prints that are not kept. */
export const layoutInUse = async (ctx: Ctx, kind: LayoutKind): Promise<readonly LayoutBlock[]> =>
  (await blocksOfVersion(ctx, kind, await inUse(ctx, kind))) ?? standardLayouts[kind];

/** The blocks that are printed of a record, with their words as the template places them. */
export const laidOut = (blocks: readonly LayoutBlock[], values: LayoutValues, holds: readonly Condition[]) =>
  blocks
    .filter(({ hidden, when }) => !hidden && (when === 'always' || holds.includes(when)))
    .map(({ id, kind, title, text }) => ({
      id,
      kind: kind === 'section' ? 'text' : kind,
      title: headingOf(title, values),
      paragraphs: paragraphsOf(text, values),
    }));
