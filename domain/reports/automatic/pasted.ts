/** Addresses that a person pastes: a column of a sheet, the line of a mail program with names. */
import { readEmail } from '#domain/emails.ts';
import { integer } from '#domain/italian.ts';

interface Row {
  address: string;
}

/** What stands between addresses and the names and marks around them. */
const BETWEEN = /[\s<>,;"()[\]]+/;
/** Wrong ones that are named, and how much of each. */
const [SHOWN, LETTERS] = [3, 80];

/** The rows with the addresses of a text behind them, each once; or why they are not taken, in a sentence. At most `most`. */
export function pastedAddresses(text: string, rows: readonly Row[], most: number): readonly Row[] | string {
  const found = text.split(BETWEEN).filter((piece) => piece.includes('@'));
  if (found.length === 0) return 'Qui non c’è alcun indirizzo e-mail';
  const wrong = found.filter((one) => readEmail(one) === null);
  if (wrong.length > 0)
    return `Non si legge come indirizzo: ${wrong
      .slice(0, SHOWN)
      .map((one) => one.slice(0, LETTERS))
      .join(', ')}`;
  const kept = rows.filter(({ address }) => address !== '');
  const all = new Map([...kept, ...found.map((one) => ({ address: readEmail(one)! }))].map((one) => [one.address.toLowerCase(), one])); // prettier-ignore
  if (all.size <= most) return [...all.values()];
  return `Al massimo ${most} indirizzi, e con questi sono ${integer(all.size)}: per arrivare a tutti serve un indirizzo di gruppo`;
}
