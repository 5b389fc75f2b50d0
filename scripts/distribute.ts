/**
 * `npm run db:distribute`: distributes the tables of DATABASE_URL, the coordinator of a Citus cluster, over its workers; `--dry-run` prints
 * the statements instead. Distributed tables stay as they are, so it can run again after each release with new tables.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { distribution } from '../backend/db/distribution.ts';
import { prepareConfig } from '../server/database.ts';

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const { DATABASE_URL } = await prepareConfig();
if (!DATABASE_URL) {
  console.error('Serve DATABASE_URL, l’indirizzo del coordinatore Citus: il database incluso è un server solo.');
  process.exit(1);
}
const owner = new pg.Client({ connectionString: DATABASE_URL });
await owner.connect();
try {
  const statements = await distribution(owner);
  if (statements.length === 0) console.log('Tutte le tabelle sono già distribuite.');
  for (const statement of statements) {
    console.log(`${statement};`);
    if (!values['dry-run']) await owner.query(statement);
  }
} finally {
  await owner.end();
}
