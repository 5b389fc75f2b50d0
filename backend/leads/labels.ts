/** Texts in which what is said of a lead stands in lines of a label and a value. */
import { isNothing } from '#domain/imports/tidy.ts';
import { labels, type CarPart, type Named } from './label-words.ts';

const known: ReadonlyMap<string, Named> = new Map(
  (Object.keys(labels) as Named[]).flatMap((field) =>
    labels[field].flatMap(
      (label) =>
        [
          [label, field],
          [label.replaceAll(' ', ''), field],
        ] as const,
    ),
  ),
);

/** Words that say nothing about which value a label names: "Numero di telefono del cliente". */
const FILLERS = new Set(
  'di del della dell dello il lo la l n nr num numero cliente contatto utente richiedente acquirente interessato potenziale indirizzo recapito tuo tua suo sua your the lead customer of obbligatorio facoltativo opzionale optional required richiesto desiderato interesse interest qual quale e i tuoi inserisci inserire lascia scrivi indica form field'.split(
    ' ',
  ),
);
/** What begins so is of this kind whatever follows: "Telefono ufficio". */
const FIRST: ReadonlySet<string> = new Set(['telefono', 'tel', 'cellulare', 'cell', 'phone', 'mobile', 'email']);

/** Nor is it the customer's where the label names the other side: "Telefono concessionaria". */
const OTHERS =
  /\b(?:concession|venditor|dealer|rivenditor|salone|autosalone|sede|filiale|negozio|portale|assistenza|officina)/;

const plain = (label: string): string =>
  label
    // The number of a question: `q3_nome`.
    .replace(/^q\d{1,3}_/, '')
    .replace(/([a-zà-ú])(?=[A-Z])/g, '$1 ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\be mail\b/, 'email');

/** The field that a label names, however it is written; undefined: none that is known. */
export function named(label: string): Named | undefined {
  if (label.length > 60) return undefined;
  const text = plain(label);
  // `form_name`: nobody who asks.
  if (/^(?:form (?:name|nome|title)|nome form)$/.test(text)) return undefined;
  const rest = text.split(' ').filter((word) => !FILLERS.has(word));
  const joined = rest.join(' ');
  const found = known.get(text) ?? known.get(joined) ?? known.get(joined.replaceAll(' ', ''));
  return found ?? (FIRST.has(rest[0] ?? '') && !OTHERS.test(text) ? known.get(rest[0]!) : undefined);
}

/** Signs that programs set around labels: bold, bullets, quotes of an answer, numbers of a list. */
const tidy = (line: string): string =>
  line
    .replace(/^[\s>]+/, '')
    .replace(/^\|(.*)\|?\s*$/, (_, cells: string) =>
      cells
        .split('|')
        .map((cell) => cell.trim())
        .join('\t'),
    )
    .replace(/^(?:[•·▪‣◦–—-]|\d{1,2}[.)])\s+/, '')
    .replace(/^\[([^\]]{2,40})\]\s*(?=[^\s(])/, (whole, label: string) => (named(label) ? `${label}: ` : whole))
    .replace(/^([*_]{1,3})(?=\S)(.*?)(?<=\S)\1(?=[\s:：]|$)/, '$2')
    .replace(/^([*_]{1,3})(?=\S)/, '')
    .replace(/([*_]{1,3})\s*$/, '')
    .trim();
/** A value without the signs of bold that open before its label or around it. */
const bare = (value: string): string =>
  value
    .replace(/^[*_\s]+(?=\S)/, '')
    .replace(/[*_]{1,3}$/, '')
    .replace(/^["“«](.*)["”»],?$/, '$1')
    .trim();

interface Line {
  text: string;
  /** What it names; undefined: it is words. */
  field: Named | undefined;
  value: string;
}

/** What stands between a label and its value: a sign, or one with blanks around it. */
const BETWEEN = /[:：\t=]|\s[-–—→>|]+\s|\s{3,}/;
/** A telephone or an address behind its label alone: `Tel 333 1234567`. */
const CALLED = /^(\p{L}+\.?)\s+([+(\d][^:]*|[^\s:@]+@\S+)$/u;

const PART =
  'marca|modello|versione|allestimento|anno|targa|km|chilometri|chilometraggio|percorrenza|immatricolazione|alimentazione';
/** What is said of the car that the customer gives: `Targa permuta`, `Permuta - Modello`. */
const OF_TRADE_IN = new RegExp(`^(${PART})\\b.*\\bpermuta\\b|^permuta\\W+(?:\\w+\\W+)?(${PART})\\b`, 'i');
/** `Cliente - Nome: Anna Prova`: of a group the second label says what it is. */
const GROUPED = /^([\p{L}][\p{L} ]{1,30}?)\s+[-–—>›/|]\s+([\p{L}][\p{L}.' -]{0,40}?)\s*:/u;
const GROUP = /^(?:dati|dettagli|info|informazioni|anagrafica|scheda)(?!\p{L})/iu;
/** Other words before such a sign are of a text: `Portale Auto - Tel: 02 …`. */
const isGroup = (text: string) => GROUP.test(text) || OTHERS.test(plain(text)) || named(text) !== undefined;
/** What is said of a car and is no car: `Veicolo - Prezzo: 9.900`. */
const OF_CAR =
  /^(?:prezzo|km|chilometr\p{L}*|percorrenza|colore|alimentazione|carburante|cambio|cilindrata|potenza|carrozzeria|porte|posti|codice|rif|id|data|stato)(?!\p{L})/iu;
const TITLE = /^(?:titolo|title|descrizione)(?!\p{L})/iu;
const YES = /^(s[iì]|yes|x|1|true)$/i;
/** Asked whether they have a car to give, somebody says no. */
export const NO_CAR =
  /^(?:(?:no|none|nessun[oa]?|niente|senza|false|0)(?:,? grazie| permuta| usato| auto)?|non (?:ho|presente|previst[ao]|richiest[ao]|interessat[oa])(?: (?:una |alcuna |auto in )?permut\p{L}*)?)[.!]?$/iu;

const isAnswer = (value: string): boolean => isNothing(value) || YES.test(value) || NO_CAR.test(value);
/** A part of the car that the customer gives, with its label; of an answer alone that. */
const partOf = (label: string, value: string): string =>
  value === '' || isAnswer(value) ? value : `${label} ${value}`;

/** What a label within a group and its value say; null: it is no such line. */
function groupedIn(text: string): Omit<Line, 'text'> | null {
  const [before, group = '', label = ''] = GROUPED.exec(text.slice(0, 200)) ?? [];
  if (before === undefined || !isGroup(group)) return null;
  const value = bare(text.slice(before.length));
  const of = named(group);
  if (of === 'tradeIn') return { field: of, value: partOf(label, value) };
  const isOfCar = of === 'vehicle' || of === 'advert';
  const said = OTHERS.test(plain(group)) ? undefined : named(label);
  const field = isOfCar && (said === 'name' || TITLE.test(label)) ? 'vehicle' : said;
  if (field) return { field, value };
  // Neither `Città: Milano` is a name, nor `Prezzo: 9.900` a car.
  return of === 'name' || (isOfCar && OF_CAR.test(label)) ? { field: undefined, value: '' } : null;
}

function lineOf(raw: string): Line {
  const text = tidy(raw);
  const grouped = groupedIn(text);
  if (grouped) return { text, ...grouped };
  const sign = BETWEEN.exec(text);
  const at = sign?.index ?? -1;
  const field = at > 0 ? named(text.slice(0, at)) : undefined;
  const behind = () => bare(text.slice(at + sign![0].length).replaceAll('\t', ' '));
  if (field) return { text, field, value: behind() };
  const part = at > 0 ? OF_TRADE_IN.exec(text.slice(0, at)) : null;
  if (part) return { text, field: 'tradeIn', value: partOf(part[1] ?? part[2]!, behind()) };
  const [, label = '', value = ''] = CALLED.exec(text.slice(0, 200)) ?? [];
  const called = label && named(label);
  if (called === 'phone' || called === 'email') return { text, field: called, value };
  // A label alone has its value on the next line.
  return { text: text.replaceAll('\t', ' ').trim(), field: at < 0 ? named(text) : undefined, value: '' };
}

/** A table with its labels in a row of their own, or two by two in a row, as lines of a label and a value each. */
function unfolded(lines: readonly string[]): string[] {
  const cellsOf = (line: string | undefined) =>
    tidy(line ?? '')
      .split(/\t+|;/)
      .map((cell) => cell.trim())
      .filter(Boolean);
  return lines.flatMap((line, at) => {
    const heads = cellsOf(lines[at - 1]);
    const cells = cellsOf(line);
    const isHead = (row: readonly string[]) => row.length > 1 && row.every((cell) => named(cell));
    if (isHead(cells)) return cellsOf(lines[at + 1]).length === cells.length ? [] : [line];
    const isPairs = cells.length > 3 && cells.length % 2 === 0 && cells.every((cell, n) => (named(cell) === undefined) === (n % 2 === 1)); // prettier-ignore
    if (isPairs) return cells.flatMap((cell, n) => (n % 2 === 0 ? `${cell}: ${cells[n + 1]}` : []));
    return isHead(heads) && heads.length === cells.length ? cells.map((cell, n) => `${heads[n]}: ${cell}`) : [line];
  });
}

/** What parts a value from the next label of its line. */
const PARTED = /(?:\s+[-–—>›/|]+|[,;])$/;

/** A line in which several labels follow each other, as lines: `Nome: Anna Telefono: 333 1234567`. */
function inLines(line: string): string[] {
  if (line.length > 2000 || line.includes('\t')) return [line];
  const pieces: string[] = [];
  const labelOf = (piece: string) => named(piece.slice(0, piece.indexOf(':')));
  for (const piece of line.split(/(?<=\S)\s+(?=\p{Lu}[\p{L}.-]*(?: [\p{L}.-]+){0,3} ?:(?!\/))/u)) {
    const field = labelOf(piece);
    const last = pieces.at(-1) ?? '';
    const of = labelOf(last);
    // Words of a message name cars, too, and those of a trade-in its parts: `Permuta: Punto - Anno: 2010`.
    const isSaid =
      (of === 'message' && !['name', 'surname', 'phone', 'email'].includes(field!)) ||
      (of === 'tradeIn' &&
        ['trim', 'year', 'plate', 'vin'].includes(field!) &&
        !isAnswer(
          last
            .slice(last.indexOf(':') + 1)
            .replace(PARTED, '')
            .trim(),
        ));
    // `Permuta - Modello: Panda` is one label; `Nome: Anna - Telefono: 333…` are two.
    const [, before] = /^([^:]+?)\s+[-–—>›/|]$/.exec(last) ?? [];
    const goesOn = before !== undefined && isGroup(before);
    if (field && !isSaid && !goesOn && pieces.length > 0) pieces.push(pieces.pop()!.replace(PARTED, ''), piece);
    else if (pieces.length === 0) pieces.push(piece);
    else pieces.push(`${pieces.pop()} ${piece}`);
  }
  return pieces.length > 2 || (pieces.length === 2 && pieces.every(labelOf)) ? pieces : [line];
}

/** Behind it stands who sent the mail: the telephone of a portal is not the customer's. */
const SIGNATURE = '--';
/** The end of what somebody wrote: a signature, or the message that they answer. */
const END = /^(?:--$|_{5,}|-{5,}|(?:il|on) .{5,80}(?:ha scritto|wrote):|inviato da|sent from)/i;

/** Who asks, in a sentence of the portal: `Anna Prova ha risposto al tuo annuncio "Fiat Panda"`. */
const ASKED =
  /^(?:[^\n,]{0,40}, *)?(?!(?:Il|Lo|La|Un|Una) )(\p{Lu}[\p{L}'’.-]{0,30}(?: \p{Lu}[\p{L}'’.-]{0,30}){1,3}) (?:ha risposto|ti ha (?:scritto|contattato|inviato)|è interessat[oa]|ha (?:richiesto|chiesto|inviato|lasciato))\b(?:[^\n"“«]{0,80}\bannuncio[: ]*["“«]([^"”»\n]{3,120})["”»])?/mu;

/** Words that are nobody's name: portals call themselves and their visitors so. */
const NOBODY =
  /(?<!\p{L})(?:client[ei]|utent[ei]|contatt[oi]|acquirent[ei]|visitator[ei]|person[ae]|qualcuno|portale|staff|team|servizio|assistenza|concessionari[ao]|auto|automobil\p{L}*|autosalone|autoscout\p{L}*|motori|marketplace|google|facebook|gruppo|s\.?r\.?l|s\.?p\.?a|nuov[oa]|potenziale|richiesta|gentile|spett|buongiorno|buonasera|salve|ciao)(?!\p{L})/iu;

/** What a text says by lines of a label and a value, and what remains of it. */
export interface Labelled {
  found: Partial<Record<Named, string>>;
  /** Lines that say nothing of a known field, without blank ones. */
  rest: string;
}

/**
 * Reads a text of lines such as "Nome: Anna Prova", with the value behind the label or on the next line; a message goes on until
 * a label that was not read yet, or a signature. A value that is said twice counts once; another second telephone is kept as such.
 * `sender`: who sent it, such as a portal, which its sentences name as well.
 */
export function readLabelled(text: string, sender = ''): Labelled {
  const lines = unfolded(text.split(/\r?\n/)).flatMap(inLines).map(lineOf);
  const found: Partial<Record<Named, string>> = {};
  const rest: string[] = [];
  let hasEnded = false;
  const keep = (field: Named, value: string, line: string) => {
    if (found[field] === undefined) found[field] = value;
    else if (field === 'tradeIn') {
      const said = found.tradeIn!;
      // What says which car stands before an answer that there is one, or is none.
      if (isAnswer(said)) found.tradeIn = isAnswer(value) ? said : value;
      else if (!isAnswer(value) && !said.split(', ').includes(value)) found.tradeIn = `${said}, ${value}`;
    } else if (field === 'phone' && found.phone2 === undefined && found.phone !== value) found.phone2 = value;
    else if (found[field] !== value) rest.push(line);
  };
  for (let at = 0; at < lines.length; at += 1) {
    const { text: line, field, value } = lines[at]!;
    hasEnded ||= line === SIGNATURE && Object.keys(found).length > 0;
    if (!field || hasEnded) {
      if (line) rest.push(line);
      continue;
    }
    if (field === 'message' && found.message === undefined) {
      const said = value ? [value] : [];
      while (at + 1 < lines.length) {
        const next = lines[at + 1]!;
        if (END.test(next.text) || (next.field && next.field !== 'message' && found[next.field] === undefined)) break;
        said.push(next.text);
        at += 1;
      }
      found.message = said.join('\n').trim();
      continue;
    }
    if (value) {
      keep(field, value, line);
      continue;
    }
    let next = at + 1;
    while (next < lines.length && lines[next]!.text === '') next += 1;
    const follows = lines[next];
    if (!follows || follows.field) continue;
    keep(field, bare(follows.text), `${line} ${follows.text}`);
    at = next;
  }
  const [, asker, car] = ASKED.exec(rest.join('\n')) ?? [];
  const isSomebody = asker && !NOBODY.test(asker) && asker !== sender.trim();
  if (isSomebody && !found.name && !found.surname) found.name = asker;
  if (car && !found.vehicle && !found.make && !found.model) found.vehicle = car;
  return { found, rest: rest.join('\n') };
}

/** Parts of names and cars put together: what a lead says, by its fields. */
export function gathered(
  found: Labelled['found'],
): Partial<Record<Exclude<Named, 'surname' | CarPart> | 'details', string>> {
  const { surname, make, model, trim, year, ...rest } = found;
  const holds = (whole: string | undefined, part: string) => ` ${plain(whole ?? '')} `.includes(` ${plain(part)} `);
  const isWhole = !surname || holds(rest.name, surname);
  const name = isWhole ? rest.name : [rest.name, surname].filter(Boolean).join(' ');
  const parts = [make, model, trim, year].flatMap((part) => part || []);
  const car = parts.join(' ');
  const link = /https?:\/\/[^\s<>]+/.exec(rest.advert ?? '')?.[0];
  const advertised = rest.advert?.replace(/<?https?:\/\/[^\s<>]+>?/, '').trim();
  const whole = rest.vehicle && [rest.vehicle, ...parts.filter((part) => !holds(rest.vehicle, part))].join(' ');
  const vehicle = whole || car || (link ? undefined : advertised);
  const { advert: _, vehicle: __, ...others } = rest;
  const title = advertised && advertised !== vehicle ? `Annuncio: ${advertised}` : '';
  return {
    ...others,
    ...(name && { name }),
    ...(vehicle && { vehicle }),
    ...(link && { advert: link }),
    ...(title && { details: title }),
  };
}

/** Who wrote a mail that another mail forwards, or a form that a site passes on: `Da: Anna Prova <anna@example.it>`. */
export function writerIn(text: string): { name: string; address: string } | null {
  const [, name = '', address] =
    /^[>* \t]*(?:da|from|von|de) ?:[* \t]*"?([^"<>\n]{0,80}?)"?\s*[<[(](?:mailto:)?([^<>[\]()\s]{1,64}@[^<>[\]()\s]{1,255})[>\])]/im.exec(
      text,
    ) ?? [];
  return address === undefined ? null : { name, address: address.toLowerCase() };
}

/** Characters in which one looks for a telephone or an e-mail. */
const MOST_GUESSED = 20_000;

/** The first telephone and e-mail at the beginning of a text without labels: a guess that a person looks at. */
export function guessed(whole: string): { phone?: string; email?: string } {
  const text = whole.slice(0, MOST_GUESSED);
  // Bounded, and begun at the beginning of a word alone: whatever somebody sends is read in one pass.
  const email = /(?<![^\s<>"'(),;:]|\p{L},)[^\s<>"'(),;:@]{1,64}@[^\s<>"'(),;:@]{1,255}\.\p{L}{2,63}/u.exec(text)?.[0];
  const phone =
    /(?<![\p{L}\d/-])(?:(?:\+|00)\d{1,3}[\s.-]?)?(?:3\d{2}|0\d{1,4})[\s./-]?\d{2,4}[\s.-]?\d{2,4}(?:[\s.-]?\d{1,4})?(?!\d)/u.exec(
      text,
    )?.[0];
  return { ...(phone && { phone }), ...(email && { email }) };
}
