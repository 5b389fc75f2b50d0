import { sql } from 'kysely';
import { enter, insertRows, nextId, type Owner } from './insert.ts';

const heads = ['Codice', 'Descrizione', 'Prezzo di listino', 'Nota del fornitore'];
/** Rows of the file: a dearer article, a new one, one that cannot be read. */
const lines = [
  ['LA001', '', '68,00', ''],
  ['LA090', 'Coppia di ganci per il bagagliaio', '24,50', 'novità'],
  ['LA091', 'Telo copriauto', 'da definire', ''],
];
const outcomes = ['updated', 'created', 'refused'];

/** A supplier's price list, uploaded this morning and not confirmed yet. */
export async function seedImports(owner: Owner, companyId: number, now: Date): Promise<void> {
  await enter(owner, companyId);
  const id = await nextId(owner, 'imports');
  const { rows } = await sql<{
    id: number;
  }>`select id from users where company_id = ${companyId} and 4 = any(privileges)
    order by id limit 1`.execute(owner);
  await insertRows(owner, 'imports', [
    {
      companyId,
      id,
      kind: 'accessories',
      name: 'Listino accessori Lumera.xlsx',
      userId: rows[0]!.id,
      version: 2,
      state: 'ready',
      encoding: 'XLSX',
      worksheets: [{ name: 'Listino', headRow: 1, headLines: 1 }],
      worksheet: 0,
      headRow: 1,
      headLines: 1,
      heads,
      fields: ['code', 'description', 'price', null],
      matches: ['code'],
      meanings: {},
      defaults: {},
      unfixed: [],
      fixed: {},
      joined: 0,
      digest: '',
      total: 3,
      atRow: 4,
      done: 3,
      created: 1,
      updated: 1,
      unchanged: 0,
      archived: 0,
      refused: 1,
      restored: 0,
      removed: 0,
      kept: 0,
      createdAt: now.toISOString(),
    },
  ]);
  const message = 'Prezzo: «da definire» non è un numero';
  await insertRows(
    owner,
    'import_rows',
    lines.map((cells, index) => ({
      companyId,
      importId: id,
      row: index + 2,
      cells,
      outcome: outcomes[index],
      ...(index < 2
        ? { key: `code=${cells[0]}`, message: null, faults: null }
        : { key: null, message, faults: [['price', 'Prezzo non è un numero', cells[2]]] }),
    })),
  );
}
