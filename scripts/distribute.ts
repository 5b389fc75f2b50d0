/**
 * `npm run db:distribute`: distributes the tables of DATABASE_URL, the coordinator of a Citus cluster, over its workers; `--dry-run` prints
 * the statements instead. Distributed tables stay as they are, so it can run again after each release with new tables.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { distribute, distribution } from '../backend/db/distribution.ts';
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
  const tell = (statement: string) => console.log(`${statement};`);
  if (values['dry-run']) (await distribution(owner)).forEach(tell);
  else if (!(await distribute(owner, tell))) console.log('Tutte le tabelle sono già distribuite.');
} finally {
  await owner.end();
}
