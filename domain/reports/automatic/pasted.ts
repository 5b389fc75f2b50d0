/** Addresses that a person pastes: a column of a sheet, the line of a mail program with names. */
import { readEmail } from '#domain/emails.ts';
import { integer } from '#domain/italian.ts';

interface Row {
  address: string;
}

/** Each piece with the sign of an address, whatever names and marks stand around it. */
const ADDRESS = /[^\s<>,;"()[\]]*@[^\s<>,;"()[\]]*/g;
const SHOWN = 3;

/** The rows with the addresses of a text behind them, each once; or why they are not taken, in a sentence. At most `most`. */
export function pastedAddresses(text: string, rows: readonly Row[], most: number): readonly Row[] | string {
  const found = text.match(ADDRESS) ?? [];
  if (found.length === 0) return 'Qui non c’è alcun indirizzo e-mail';
  const wrong = found.filter((one) => readEmail(one) === null);
  if (wrong.length > 0) return `Non si legge come indirizzo: ${wrong.slice(0, SHOWN).join(', ')}`;
  const kept = rows.filter(({ address }) => address !== '');
  const all = new Map([...kept, ...found.map((one) => ({ address: readEmail(one)! }))].map((one) => [one.address.toLowerCase(), one])); // prettier-ignore
  if (all.size <= most) return [...all.values()];
  return `Al massimo ${most} indirizzi, e con questi sono ${integer(all.size)}: per arrivare a tutti serve un indirizzo di gruppo`;
}
