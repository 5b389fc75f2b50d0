/**
 * `npm run db:migrate`: brings the schema up to date, makes the demo world where DEMO wants it, and says which files were applied;
 * also beside a running application. Processes that are not the owner need it done before.
 */
import { prepareConfig, prepareDatabase } from '../server/database.ts';

const config = await prepareConfig();
const { applied, stop } = await prepareDatabase(config, { join: true });
await stop();
console.log(applied.length ? `Migrazioni applicate:\n  ${applied.join('\n  ')}` : 'Lo schema è già aggiornato.');
