/** Brings the municipalities up to date from the public list of ISTAT: `npm run municipalities -- Elenco-comuni-italiani.csv`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { mergeIstat } from '../backend/customers/istat.ts';

const [list] = process.argv.slice(2);
if (!list) {
  console.error(
    'Indicare il file: npm run municipalities -- Elenco-comuni-italiani.csv (da istat.it, codici dei comuni)',
  );
  process.exit(1);
}
const kept = new URL('../backend/customers/municipalities.tsv', import.meta.url);
const bytes = readFileSync(list);
// ISTAT writes Windows-1252; who has saved the list again may have made it UTF-8.
const utf8 = bytes.toString('utf8');
const csv = utf8.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : utf8;
const { text, added, changed } = mergeIstat(readFileSync(kept, 'utf8'), csv);
writeFileSync(kept, text);
console.log(`Comuni aggiunti: ${added}; cambiati: ${changed}.`);
