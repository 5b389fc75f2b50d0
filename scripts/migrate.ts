/**
 * `npm run db:migrate`: migrates the schema, creates the demo world when DEMO asks for it, and prints the applied files; also while the
 * application runs. Processes without the owner's role need it done first.
 */
import { prepareConfig, prepareDatabase } from '../server/database.ts';

const config = await prepareConfig();
const { applied, stop } = await prepareDatabase(config, { join: true });
await stop();
console.log(applied.length ? `Migrazioni applicate:\n  ${applied.join('\n  ')}` : 'Lo schema è già aggiornato.');
