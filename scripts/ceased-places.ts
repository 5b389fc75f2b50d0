/** `npm run ceased-places -- ANPR_archivio_comuni.csv`: updates the municipalities that have ceased from the public archive of ANPR. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readCsv } from '../backend/lib/files/csv.ts';
import { writtenName } from '../domain/imports/written.ts';

/** Nobody who was born before buys a car. */
const SINCE = '1910-01-01';
const [list] = process.argv.slice(2);
if (!list) {
  console.error('Indicare il file: npm run ceased-places -- ANPR_archivio_comuni.csv (da github.com/italia/anpr)');
  process.exit(1);
}
const folder = new URL('../backend/customers/', import.meta.url);
const today = new Set(
  readFileSync(new URL('municipalities.tsv', folder), 'utf8')
    .split('\n')
    .map((line) => line.split('\t').slice(0, 2).join(' ').toLowerCase()),
);
const [heads = [], ...rows] = readCsv(readFileSync(list, 'utf8').replace(/^\uFEFF/, ''));
const at = (name: string) => heads.indexOf(name);
const [from, to, code, name, province] = [
  ...[at('DATAISTITUZIONE'), at('DATACESSAZIONE'), at('CODCATASTALE')],
  ...[at('DENOMINAZIONE_IT'), at('SIGLAPROVINCIA')],
] as [number, number, number, number, number];
/** A town that changed its province, or lost a part, goes on under its name. */
const spans = new Map<string, string[]>();
for (const row of rows) {
  const written = writtenName(row[name]!.replace(/\s*\(.*\)$/, ''), 'place');
  if (row[to]! < SINCE || !/^[A-Z]\d{3}$/.test(row[code]!) || today.has(`${row[code]} ${written}`.toLowerCase()))
    continue;
  const key = `${row[code]}\t${written}`;
  const known = spans.get(key) ?? [row[province]!, row[from]!, row[to]!];
  const last = row[to]! >= known[2]! ? row[province]! : known[0]!;
  spans.set(key, [last, [known[1]!, row[from]!].toSorted()[0]!, [known[2]!, row[to]!].toSorted()[1]!]);
}
const lines = [...spans].map(([key, span]) => [key, ...span].join('\t')).toSorted();
const head =
  '# Catasto	Comune	Provincia	Istituito	Cessato. Comuni che non ci sono più, o con un altro nome: ANPR, archivio dei comuni (CC BY 4.0).';
writeFileSync(new URL('ceased.tsv', folder), [head, ...lines, ''].join('\n'));
console.log(`Comuni cessati: ${lines.length}.`);
