import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { ImportKind } from '#domain/imports/kinds.ts';
import { AT_ONCE } from '#domain/imports/terms.ts';
import { overrunAs } from '../lib/bounds.ts';
import type { Ctx, HeavyCtx } from '../lib/context.ts';
import type { Received } from '../lib/receive.ts';
import { inThread } from '../lib/worker.ts';
import { checkMapping, guess, remembered } from './mapping.ts';
import type { FileRead } from './read-file.ts';
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
  const wrong = (message: string, cause?: Error) =>
    new Failure('invalid', undefined, { fields: { file: message }, cause });
  const reading = inThread<FileRead | string>('imports/read-file.ts', 'readFile', file.path);
  const read = await reading.catch(overrunAs((cause) => wrong(TOO_LONG, cause)));
  if (typeof read === 'string') throw wrong(read);
  return ctx.inside((inner) => keep(inner, kinds, { kind, name }, read));
}

async function keep(
  ctx: Ctx,
  kinds: Kinds,
  named: { kind: ImportKind; name: string },
  { heads, total, parts }: FileRead,
): Promise<ImportRecord> {
  const { companyId, id: userId } = ctx.user;
  const kind = kinds.get(named.kind)!;
  const fields = guess(kind, heads, await remembered(ctx, named.kind));
  const match = kind.keys.find((key) => fields.includes(key)) ?? kind.keys[0];
  const state = stateFor(() => checkMapping(kind, heads, { fields, match }));
  const columns = { heads: JSON.stringify(heads), fields: JSON.stringify(fields), match };
  const { id } = await ctx.db
    .insertInto('imports')
    .values({ companyId, userId, ...named, ...columns, total, state, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const rows of parts)
    await sql`insert into import_rows (company_id, import_id, row, cells)
      select ${companyId}, ${id}, (r ->> 0)::int, r -> 1 from jsonb_array_elements(${rows}::jsonb) r returning row`.execute(
      ctx.db,
    );
  ctx.audit({ action: 'create', entity: 'import', entityId: id, after: { ...factsOf(named), rows: total } });
  return readImport(ctx, id);
}

/** When no column is mapped to the key, a person must choose it first. */
function stateFor(check: () => void): 'mapping' | 'checking' {
  try {
    check();
    return 'checking';
  } catch (error) {
    if (error instanceof Failure) return 'mapping';
    throw error;
  }
}

/** Whether the file is small enough to be imported within the request. */
export const isSmall = ({ total }: Pick<ImportRecord, 'total'>): boolean => total <= AT_ONCE;
