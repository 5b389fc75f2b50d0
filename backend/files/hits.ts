import { sql } from 'kysely';
import { HITS, type Hits } from '../lib/ports/area.ts';
import { sightOf } from './rights.ts';

/** Files by their names and texts in Ctrl+K, those that the caller sees. */
export const hits: Hits = {
  kind: 'files',
  may: () => true,
  find: async (ctx, best) => {
    const { files } = await sightOf(ctx);
    const rows = await best.first('f.id', HITS, async (condition, limit) => {
      const found = sql<{ id: number; name: string; folder: string }>`select f.id, f.name, d.name as folder
        from files f join file_folders d on d.company_id = f.company_id and d.id = f.folder_id
        where f.company_id = ${ctx.user.companyId} and f.deleted_at is null and ${files} and ${condition}
        order by f.updated_at desc, f.id desc limit ${limit}`;
      return (await found.execute(ctx.db)).rows;
    });
    return rows.map(({ id, name, folder }) => ({
      label: 'File',
      icon: 'file-text' as const,
      title: name,
      subtitle: folder,
      href: `/dealer/files?file=${id}`,
    }));
  },
};
