/**
 * `npm run erasures`, after a backup is restored: erases again the people who were erased after that backup, by the tombstones in the file
 * store.
 */
import { runOnce } from '../backend/jobs.ts';
import { replayErasures } from '../backend/persons/replay.ts';
import { prepareConfig, prepareDatabase } from '../server/database.ts';

const config = await prepareConfig();
const { appUrl, stop } = await prepareDatabase({ ...config, DEMO: false }, { join: true });
const store = config.S3_URL || `${config.DATA_DIR}/files`;
try {
  const { tombstones, again, failed } = await runOnce({ appUrl, config }, replayErasures);
  if (tombstones === 0) console.log(`In ${store} non c'è nessuna cancellazione. È l'archivio dei file giusto?`);
  else console.log(`Cancellazioni in ${store}: ${tombstones}. Fatte di nuovo: ${again}.`);
  for (const { companyId, customerId } of failed)
    console.error(`Azienda ${companyId}, cliente ${customerId}: non riuscita. Riprovare, o cancellare a mano.`);
  if (failed.length > 0) process.exitCode = 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await stop();
}
