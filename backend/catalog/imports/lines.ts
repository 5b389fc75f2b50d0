/** Price lists with options as files: each line becomes changes of the draft of an edition, never of what is in force. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { lineColumns, lineFields } from '#domain/catalog/imports/fields.ts';
import { lineHeads, lineMeanings } from '#domain/catalog/imports/heads.ts';
import { schemaOf } from '#domain/record/schema.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { refuse } from '#backend/lib/records/import-rows.ts';
import { importable, type Cells } from '#backend/lib/records/importable.ts';
import { orderOf, selectOf, type Stored } from '#backend/lib/records/records.ts';
import { PART, placeLines, unplaceLines, untouchedLines } from './place.ts';

const input = schemaOf(lineFields);
type Line = Stored & z.output<typeof input>;

const [versionCode, optionCode, edition] = [
  lineColumns.versionCode.label,
  lineFields.code.label,
  lineColumns.edition.label,
];

/** Drafts that a file may go into, by a name that says which of two of the same name it is; the last one first. */
async function readDrafts({ db }: Pick<Ctx, 'db'>): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`select e.id, e.name from catalog_editions e
    where e.company_id = ${MANUFACTURER} and e.state = 'draft' order by e.updated_at desc, e.id desc limit 200`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [`${name} (n. ${id})`, id]));
}

/** Ids of versions by their codes: of the catalogue, and under `<edition> <code>` those that a draft adds. */
async function readVersions({ db }: Pick<Ctx, 'db'>, rows: readonly Cells[]): Promise<Map<string, number>> {
  const codes = [...new Set(rows.map((cells) => cells(versionCode)))];
  const { rows: found } = await sql<{ code: string; id: number }>`
    select v.code, v.id from versions v where v.code = any(${codes}::text[])
    union all select c.edition_id || ' ' || (c.after->>'code'), c.key::bigint from catalog_changes c where c.company_id = ${MANUFACTURER}
      and c.kind = 'versions' and c.before is null and c.after ? 'code' and c.after->>'code' = any(${codes}::text[])`.execute(
    db,
  );
  return new Map(found.map(({ code, id }) => [code, id]));
}

/** Imports of options of versions with their prices. */
export const lineImports = importable<Line>({
  kind: 'catalog/options',
  keys: ['code'],
  heads: lineHeads,
  meanings: lineMeanings,
  more: lineColumns,
  // Of several drafts a person says which one takes a file that names none.
  whole: async (ctx) => {
    const drafts = [...(await readDrafts(ctx)).keys()];
    return { edition: drafts.length === 1 ? drafts[0]! : '', kind: 'Optional' };
  },
  vocabulary: async (ctx) => ({ edition: [...(await readDrafts(ctx)).keys()] }),
  // An option is one of a version in an edition: all three find the line again.
  codes: {
    code: (cell, cells) => ({
      text: cell && [cell, cells(versionCode), /n\. \d+(?=\)$)/.exec(cells(edition))?.[0] ?? ''].join(PART),
    }),
  },
  expected: () => sql`false`,
  of: {
    table: 'catalogLines',
    entity: 'catalog_line',
    noun: 'la riga di listino',
    file: 'optional-del-listino',
    fields: lineFields,
    select: selectOf<Line>('catalogLines', lineFields),
    order: orderOf(lineFields),
    sort: { sort: 'code', dir: 'asc' },
    where: () => [],
    input,
    finish: async (ctx, rows) => {
      const drafts = await readDrafts(ctx);
      const versions = await readVersions(ctx, rows);
      return (cells) => {
        const editionId = drafts.get(cells(edition)) ?? refuse(`${edition}: scegliere un’edizione in bozza`);
        const code = cells(versionCode) || refuse(`${versionCode}: manca`);
        const versionId =
          versions.get(code) ??
          versions.get(`${editionId} ${code}`) ??
          refuse(`${versionCode}: «${code}» non è a catalogo`);
        const [option = '', ...others] = cells(optionCode).split(PART);
        if (others.length > 2) refuse(`${optionCode}: senza «${PART.trim()}»`);
        if (option.length > 20) refuse(`${optionCode}: al massimo 20 caratteri`);
        return { editionId, versionId };
      };
    },
    written: placeLines,
    untouched: untouchedLines,
    forget: unplaceLines,
  },
});
