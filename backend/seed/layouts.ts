import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { standardLayouts } from '#domain/layouts/standard.ts';
import type { LayoutBlock } from '#domain/layouts/terms.ts';
import { insertRows, type Owner } from './insert.ts';

const said = (id: string, title: string, text: string, when: LayoutBlock['when'] = 'always'): LayoutBlock => ({
  id,
  kind: 'text',
  title,
  text,
  when,
  hidden: false,
  sectionId: null,
});

/** A company that lays out its contracts itself: a published version with texts of its own, and no draft beside it. */
export async function seedLayouts(owner: Owner, companyId: number, today: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`select min(id) as id from users where company_id = ${companyId}`.execute(
    owner,
  );
  const own = { company_id: companyId, kind: 'contracts' };
  const blocks = [
    ...standardLayouts.contracts,
    said(
      'pickup',
      'Ritiro dell’auto',
      'Il ritiro è in sede a {Sede}, su appuntamento: portare documento d’identità e codice fiscale.\n- L’auto in permuta ({Auto in permuta}, {Targa permuta}) si consegna con entrambe le chiavi.',
      'trade_in',
    ),
    said('thanks', 'Grazie', 'Per ogni domanda: {Nome Utente}, {Azienda dealer}.'),
  ];
  const at = `${addDays(today, -30)}T08:00:00Z`;
  await insertRows(owner, 'layouts', [
    { ...own, blocks, in_use: 1, edited_by: rows[0]!.id, version: 2, updated_at: at },
  ]);
  await insertRows(owner, 'layout_versions', [
    { ...own, number: 1, blocks, published_by: rows[0]!.id, published_at: at },
  ]);
}
