/** `npm run db:migrate`: brings the schema up to date and says which files were applied; also beside a running application. */
import { prepareConfig, prepareDatabase } from '../server/database.ts';

const config = await prepareConfig();
const { applied, stop } = await prepareDatabase({ ...config, DEMO: false }, { join: true });
await stop();
console.log(applied.length ? `Migrazioni applicate:\n  ${applied.join('\n  ')}` : 'Lo schema è già aggiornato.');
