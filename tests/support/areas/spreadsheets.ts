import { openFiles } from '#backend/lib/files/files.ts';
import type { spreadsheets as table } from '#domain/spreadsheets/endpoints.ts';
import { nothing, type Calls } from '../area.ts';

export const spreadsheets: Calls<typeof table> = {
  'GET /spreadsheets': nothing,
  // What the job has made, without its minutes.
  'GET /spreadsheets/:id/file': async (side) => {
    const fileKey = `${side.companyId}/foglio-${side.next()}`;
    const [row] = await side.query(
      `insert into spreadsheets (company_id, user_id, call, asked, key, name, state, file_key, type, rows, bytes, created_at)
       values ($1, $2, 'GET /customers/export', '{}', '', 'clienti.csv', 'ready', $3, 'text/csv', 1, 1, now()) returning id::int`,
      [side.companyId, side.as.id, fileKey],
    );
    await openFiles(side.config).put(fileKey, Buffer.from('x'), 'text/csv');
    return { params: { id: row!.id as number } };
  },
};
