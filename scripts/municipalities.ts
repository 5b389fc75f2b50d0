/** `npm run municipalities -- Elenco-comuni-italiani.csv`: updates the municipalities from the public list of ISTAT. */
import { readFileSync, writeFileSync } from 'node:fs';
import { decodeIstat, mergeIstat } from '../backend/customers/istat.ts';

const [list] = process.argv.slice(2);
if (!list) {
  console.error(
    'Indicare il file: npm run municipalities -- Elenco-comuni-italiani.csv (da istat.it, codici dei comuni)',
  );
  process.exit(1);
}
const kept = new URL('../backend/customers/municipalities.tsv', import.meta.url);
try {
  const { text, added, changed } = mergeIstat(readFileSync(kept, 'utf8'), decodeIstat(readFileSync(list)));
  writeFileSync(kept, text);
  console.log(`Comuni aggiunti: ${added}; cambiati: ${changed}.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
