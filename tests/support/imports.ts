import { jobs } from '#backend/areas.ts';
import type { PublicCtx } from '#backend/lib/work/context.ts';
import type { CallName } from '#domain/endpoints.ts';
import type { ImportKind } from '#domain/imports/kinds.ts';
import { isAtWork, type ImportState } from '#domain/imports/terms.ts';
import type { Answer, Sent, TestUser } from './area.ts';

type Work = (id: number) => Promise<void>;
type Call = (as: TestUser, name: CallName, sent?: Sent) => Promise<Answer>;

/** Runs the job of imports once. */
export const runJob = (outside: () => PublicCtx, { companyId, id: userId }: TestUser, id: number): Promise<void> =>
  jobs.find(({ name }) => name === 'import')!.run(outside(), { companyId, userId, id } as never);

/** Runs the job of an import until it has nothing more to do. */
export async function workAt(outside: () => PublicCtx, as: TestUser, id: number): Promise<void> {
  const { companyId } = as;
  const stateOf = () =>
    outside().asCompany(companyId, null, ({ db }) =>
      db
        .selectFrom('imports')
        .select('state')
        .where('companyId', '=', companyId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );
  while (isAtWork((await stateOf()).state as ImportState)) await runJob(outside, as, id);
}

/** Sends a file and answers the import after it was checked, as it was guessed; or the refusal of the call. */
export async function sendFile(
  call: Call,
  as: TestUser,
  kind: ImportKind,
  file: string | Buffer,
  { name = 'prova.csv', work }: { name?: string; work?: Work | undefined } = {},
): Promise<Answer> {
  const made = await call(as, 'POST /imports', { query: { kind, name }, file: Buffer.from(file) });
  if (made.status !== 201) return made;
  const { id, version } = made.body;
  const checked = await call(as, 'POST /imports/:id/check', { params: { id }, version });
  if (checked.status >= 500) throw new Error(`check: ${checked.status} ${JSON.stringify(checked.body)}`);
  await work?.(id);
  return call(as, 'GET /imports/:id', { params: { id } });
}

/**
 * Imports a file in one go, as the dialog does. Answers the planned or finished changes with the first changed rows,
 * or the refusal when the file is not a list.
 */
export async function importFile(
  call: Call,
  as: TestUser,
  kind: ImportKind,
  { csv, dryRun = false, work }: { csv: string | Buffer; dryRun?: boolean; work?: Work },
) {
  const { status, body: it } = await sendFile(call, as, kind, csv, { work });
  if (status !== 200) return it;
  const { id, version } = it;
  if (!dryRun && it.state === 'ready') {
    const { status: started } = await call(as, 'POST /imports/:id/start', { params: { id }, version });
    if (started !== 200) throw new Error(`start: ${started}`);
    await work?.(id);
  }
  const after = dryRun ? it : (await call(as, 'GET /imports/:id', { params: { id } })).body;
  type Column = { head: string; field: string | null };
  return {
    ...after,
    ignored: after.columns.filter(({ head, field }: Column) => head && !field).map(({ head }: Column) => head),
    rows: it.changes.map(({ name, ...change }: { name: string }) => ({ code: name, ...change })),
  };
}
