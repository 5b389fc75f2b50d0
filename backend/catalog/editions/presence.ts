import { sql, type RawBuilder } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { versionPresence } from '#domain/catalog/editions/presence.ts';
import type { VersionSection } from '#domain/catalog/editions/sections.ts';
import type { Verbs } from '#backend/lib/work/bind.ts';
import { notePlace, othersAt } from '#backend/lib/people/presence.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { versionOf } from './changes.ts';
import { ofModel } from './lists.ts';
import { readEdition } from './records.ts';

interface Place {
  version?: number | undefined;
  model?: number | undefined;
}

/** SQL: the changes that a place shows. A version shows options, paints and rules, which are rows of no version. */
const shownAt = (editionId: number, { version, model }: Place): RawBuilder<unknown> =>
  version === undefined ? ofModel(model!, editionId) : sql`${versionOf} in (0, ${version})`;

/** What differs once somebody has saved one of these changes. */
async function stampOf({ db }: Ctx, editionId: number, where: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`select concat_ws(' ', count(*), max(changed_at), sum(version)) as stamp
    from catalog_changes where company_id = ${MANUFACTURER} and edition_id = ${editionId} and ${where}`.execute(db);
  return rows[0]!.stamp;
}

export const presenceVerbs: Verbs<typeof versionPresence> = {
  'GET /catalog/editions/:id/presence': async (ctx, { params: { id }, query: { section, ...at } }) => {
    const { state, version } = await readEdition(ctx, id);
    const isWhole = at.version === undefined && at.model === undefined;
    // Of two drafts each has its own people; a grid stands under its model's number below zero.
    const entity = `catalog_edition ${id}`;
    const recordId = at.version ?? -(at.model ?? 0);
    await notePlace(ctx, { entity, recordId }, section ?? '');
    // Whatever is saved in an edition raises its version.
    const stamp = isWhole ? String(version) : await stampOf(ctx, id, shownAt(id, at));
    const people = await othersAt(ctx, { entity, ...(!isWhole && { recordId }) });
    return {
      people: people.map((one) => ({ name: one.name, section: (one.section || null) as VersionSection | null })),
      stamp: `${state} ${stamp}`,
    };
  },
};
