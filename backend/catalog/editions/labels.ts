import { sql } from 'kysely';
import { valuesOfKey, type Change } from '#domain/catalog/editions/changes.ts';
import { ruleLabels, tableOf } from '#domain/catalog/editions/tables.ts';
import type { Ctx } from '#backend/lib/work/context.ts';

/** What the rows of changes are, in words; `also`: the edition's other changes, for the names of what is new. */
export async function labelsOf(
  { db }: Pick<Ctx, 'db'>,
  changes: readonly Pick<Change, 'kind' | 'key' | 'after'>[],
  also: readonly Pick<Change, 'kind' | 'key' | 'after'>[] = changes,
): Promise<(at: Pick<Change, 'kind' | 'key'>) => string> {
  const keys = changes.map(
    ({ kind, key }) =>
      ({ kind, ...(valuesOfKey(kind, key) as Record<string, number>) }) as Record<string, number | string>,
  );
  // Thousands of rows speak of one version.
  const pick = (kind: string, ...names: string[]) => [
    ...new Set(
      keys
        .flatMap((one) => [...(one.kind === kind ? [one.id] : []), ...names.map((name) => one[name])])
        .filter((id) => typeof id === 'number'),
    ),
  ];
  const { rows } = await sql<{ kind: string; id: number; name: string }>`
    select 'makers' as kind, m.id, m.name from makers m where m.id = any(${pick('makers')}::bigint[])
    union all select 'models', o.id, m.name || ' ' || o.name from models o join makers m on m.id = o.maker_id where o.id = any(${pick('models')}::bigint[])
    union all select 'versions', v.id, o.name || ' ' || v.name from versions v join models o on o.id = v.model_id
      where v.id = any(${pick('versions', 'versionId')}::bigint[])
    union all select 'options', o.id, o.code || ' ' || o.name from options o where o.id = any(${pick('options', 'optionId', 'otherId')}::bigint[])`.execute(
    db,
  );
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  for (const { kind, key, after } of also)
    if (after?.name)
      names.set(`${kind} ${key}`, [kind === 'options' ? after.code : '', after.name].filter(Boolean).join(' '));
  const nameOf = (kind: string, id: unknown) => names.get(`${kind} ${String(id)}`) ?? String(id);
  return ({ kind, key }) => {
    const of = valuesOfKey(kind, key);
    if (kind === 'optionRules')
      return `${nameOf('options', of.optionId)} ${ruleLabels[of.kind as keyof typeof ruleLabels]} ${nameOf('options', of.otherId)}`;
    if (of.id !== undefined) return `${tableOf(kind).label} ${nameOf(kind, of.id)}`;
    const option = of.optionId === undefined ? [] : [nameOf('options', of.optionId)];
    const image = of.imageId === undefined ? [] : [tableOf(kind).label.toLowerCase()];
    return [nameOf('versions', of.versionId), ...option, ...image].join(' · ');
  };
}
