import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { versionPresence } from '#domain/catalog/editions/presence.ts';
import type { VersionSection } from '#domain/catalog/editions/sections.ts';
import type { Verbs } from '#backend/lib/work/bind.ts';
import { notePlace, othersAt } from '#backend/lib/people/presence.ts';
import { versionOf } from './changes.ts';
import { readEdition } from './records.ts';

export const presenceVerbs: Verbs<typeof versionPresence> = {
  'GET /catalog/editions/:id/presence': async (ctx, { params: { id }, query: { version, section } }) => {
    const { state } = await readEdition(ctx, id);
    // Of two drafts each has its own people.
    const place = { entity: `catalog_edition ${id}`, recordId: version };
    await notePlace(ctx, place, section ?? '');
    const { rows } = await sql<{
      stamp: string;
    }>`select concat_ws(' ', count(*), max(changed_at), sum(version)) as stamp
      from catalog_changes where company_id = ${MANUFACTURER} and edition_id = ${id} and ${versionOf} = ${version}`.execute(
      ctx.db,
    );
    const people = await othersAt(ctx, place);
    return {
      people: people.map((one) => ({ name: one.name, section: (one.section || null) as VersionSection | null })),
      stamp: `${state} ${rows[0]!.stamp}`,
    };
  },
};
