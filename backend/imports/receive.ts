import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { ImportKind } from '#domain/imports/kinds.ts';
import { AT_ONCE } from '#domain/imports/terms.ts';
import { overrunAs } from '../lib/work/bounds.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import type { Received } from '../lib/files/receive.ts';
import { inThread } from '../lib/work/worker.ts';
import { beginColumns } from './mapping.ts';
import type { FileRead, RowRead, WorksheetRead } from './read-file.ts';
import { samplesIn } from './samples.ts';
import { factsOf, readImport, refuseKind, type ImportRecord, type Kinds } from './record.ts';

const TOO_LONG = 'Il file richiede troppo tempo o memoria per essere letto: dividerlo o salvarlo come CSV';

/**
 * Reads a file in a thread, stores its rows and guesses its columns. Throws `invalid` at `file` when it is no list,
 * `forbidden` when the caller may not import this kind.
 */
export async function receive(
  ctx: HeavyCtx,
  kinds: Kinds,
  { kind, name, file }: { kind: ImportKind; name: string; file: Received },
): Promise<ImportRecord> {
  refuseKind(ctx, kind);
  const read = await readList(file);
  return ctx.inside((inner) => keep(inner, kinds, { kind, name }, read));
}

/** The lists of a file, read in a thread. Throws `invalid` at `file` when there is none. */
export async function readList(file: Received): Promise<FileRead> {
  const wrong = (message: string, cause?: Error) =>
    new Failure('invalid', undefined, { fields: { file: message }, cause });
  const reading = inThread<FileRead | string>('imports/read-file.ts', 'readFile', file.path);
  const read = await reading.catch(overrunAs((cause) => wrong(TOO_LONG, cause)));
  if (typeof read === 'string') throw wrong(read);
  return read;
}

/** The first rows of the list. */
const firstOf = ({ parts }: WorksheetRead) =>
  (JSON.parse(parts[0] ?? '[]') as RowRead[]).flatMap(([, cells, part]) => (part === 'row' ? [cells] : []));

async function keep(
  ctx: Ctx,
  kinds: Kinds,
  named: { kind: ImportKind; name: string },
  { encoding, digest, worksheets, worksheet }: FileRead,
): Promise<ImportRecord> {
  const { companyId, id: userId } = ctx.user;
  const { heads, total, headRow, headLines } = worksheets[worksheet]!;
  const columns = {
    encoding,
    digest,
    worksheets: JSON.stringify(
      worksheets.map(({ name, headRow: row, headLines: lines }) => ({ name, headRow: row, headLines: lines })),
    ),
    worksheet,
    headRow,
    headLines,
    ...(await beginColumns(ctx, kinds.get(named.kind)!, heads, samplesIn(heads, firstOf(worksheets[worksheet]!)))),
  };
  const { id } = await ctx.db
    .insertInto('imports')
    .values({ companyId, userId, ...named, ...columns, total, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [at, { parts }] of worksheets.entries())
    for (const rows of parts)
      await sql`insert into import_rows (company_id, import_id, worksheet, row, cells, part)
        select ${companyId}, ${id}, ${at}, (r ->> 0)::int, r -> 1, r ->> 2 from jsonb_array_elements(${rows}::jsonb) r returning row`.execute(
        ctx.db,
      );
  ctx.audit({ action: 'create', entity: 'import', entityId: id, after: { ...factsOf(named), rows: total } });
  return readImport(ctx, id);
}

/** Whether the file is small enough to be imported within the request. */
export const isSmall = ({ total }: Pick<ImportRecord, 'total'>): boolean => total <= AT_ONCE;
