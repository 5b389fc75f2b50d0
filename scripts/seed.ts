/** `npm run seed -- --scale N`: creates the demo world with N times its customers and quotes; also while the application runs. */
import { parseArgs } from 'node:util';
import { seedDemo } from '../backend/seed/demo.ts';
import { prepareConfig, prepareDatabase } from '../server/database.ts';

const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const scale = Number(values.scale);
if (!Number.isInteger(scale) || scale < 1) {
  console.error('Uso: npm run seed -- --scale N, con N intero da 1 in su.');
  process.exit(1);
}
const config = await prepareConfig();
const { ownerUrl, stop } = await prepareDatabase({ ...config, DEMO: false }, { join: true });
if (!ownerUrl) throw new Error('Serve DATABASE_URL: solo il proprietario crea i dati dimostrativi.');
const started = Date.now();
await seedDemo(ownerUrl, { scale });
await stop();
console.log(`Dati dimostrativi pronti in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
