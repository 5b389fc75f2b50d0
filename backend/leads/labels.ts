/** Words with which mails and other programs name what they say of a lead, and the texts that are made of such lines. */
import { words } from '#domain/words.ts';

/** Parts of a car that stand apart, in the order in which they are written together. */
const carParts = ['make', 'model', 'trim', 'year'] as const;
type CarPart = (typeof carParts)[number];

/** What a label names: a field of a lead, or a part of one. */
export type Named =
  | 'name'
  | 'surname'
  | 'phone'
  | 'phone2'
  | 'email'
  | 'vehicle'
  | 'vehicleType'
  | 'plate'
  | 'vin'
  | 'tradeIn'
  | 'taxCode'
  | 'advert'
  | 'message'
  | 'askedAt'
  | CarPart;

const labels: Readonly<Record<Named, readonly string[]>> = {
  name: words(
    'nome, nome e cognome, nome cognome, cognome e nome, cognome nome, nominativo, nome completo, ragione sociale, cliente, contatto, utente, richiedente, mittente, name, full name, first name, firstname, fullname, customer, customer name, contact, contact name',
  ),
  surname: words('cognome, surname, last name, lastname, family name'),
  phone: words(
    'telefono, telefonico, tel, cellulare, cell, cel, mobile, telefonino, phone, telephone, phone number, mobile phone, cell phone, cellphone, telefono cellulare, telefono mobile, whatsapp, telefono 1, phonenumber',
  ),
  phone2: words(
    'altro telefono, telefono 2, secondo telefono, fisso, telefono fisso, telefono casa, phone 2, phone2, home phone',
  ),
  email: words('email, mail, posta elettronica, email address, emailaddress'),
  vehicle: words(
    'auto, autovettura, veicolo, vettura, macchina, auto richiesta, auto di interesse, auto interesse, veicolo di interesse, veicolo interesse, veicolo richiesto, vettura richiesta, vehicle description, vehicle name, vehicle title, titolo annuncio, modello di interesse, marca e modello, marca modello, vehicle, car',
  ),
  vehicleType: words('tipo veicolo, condizione, condizioni, stato veicolo, vehicle type'),
  make: words('marca, marchio, brand, make'),
  model: words('modello, model'),
  trim: words('versione, allestimento, version, trim'),
  year: words('anno, immatricolazione, anno immatricolazione, year'),
  plate: words('targa, plate, license plate, licence plate, licenseplate, registration number'),
  vin: words('telaio, vin, numero telaio, codice telaio'),
  tradeIn: words(
    'permuta, auto in permuta, usato in permuta, veicolo in permuta, auto da permutare, auto permuta, usato da permutare, trade in, tradein, trade in vehicle',
  ),
  taxCode: words('codice fiscale, cf, cod fiscale, cod fisc, tax code'),
  advert: words(
    'annuncio, link, link annuncio, link all annuncio, url, url annuncio, vehicle url, listing url, indirizzo annuncio, pagina, listing, ad url',
  ),
  message: words(
    'messaggio, richiesta, note, nota, commento, commenti, testo, domanda, testo messaggio, testo richiesta, request text, message, comment, comments, notes, request, enquiry, inquiry',
  ),
  askedAt: words(
    'data richiesta, data della richiesta, richiesta del, ricevuto il, inviato il, request date, requestdate, created time, created at, submitted at, data invio, data e ora, timestamp',
  ),
};
const known: ReadonlyMap<string, Named> = new Map(
  (Object.keys(labels) as Named[]).flatMap((field) => labels[field].map((label) => [label, field] as const)),
);

/** Words that say nothing about which value a label names: "Numero di telefono del cliente". */
const FILLERS = new Set(
  'di del della dell dello il lo la l n nr num numero cliente contatto utente richiedente acquirente interessato potenziale indirizzo recapito tuo tua suo sua your the lead customer of obbligatorio richiesto desiderato interesse interest'.split(
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
    .replace(/^([*_]{1,3})(?=\S)(.*?)(?<=\S)\1(?=[\s:：]|$)/, '$2')
    .replace(/^([*_]{1,3})(?=\S)/, '')
    .replace(/([*_]{1,3})\s*$/, '')
    .trim();
/** A value without the signs of bold that open before its label or around it. */
const bare = (value: string): string =>
  value
    .replace(/^[*_\s]+(?=\S)/, '')
    .replace(/[*_]{1,3}$/, '')
    .trim();

interface Line {
  text: string;
  /** What it names; undefined: it is words. */
  field: Named | undefined;
  value: string;
}

/** What stands between a label and its value: a sign, or one with blanks around it. */
const BETWEEN = /[:：\t=]|\s[-–—→>]+\s/;
/** A telephone or an address behind its label alone: `Tel 333 1234567`. */
const CALLED = /^(\p{L}+\.?)\s+([+(\d][^:]*|[^\s:@]+@\S+)$/u;

function lineOf(raw: string): Line {
  const text = tidy(raw);
  const sign = BETWEEN.exec(text);
  const at = sign?.index ?? -1;
  const field = at > 0 ? named(text.slice(0, at)) : undefined;
  if (field) return { text, field, value: bare(text.slice(at + sign![0].length).replaceAll('\t', ' ')) };
  const [, label = '', value = ''] = CALLED.exec(text.slice(0, 200)) ?? [];
  const called = label && named(label);
  if (called === 'phone' || called === 'email') return { text, field: called, value };
  // A label alone has its value on the next line.
  return { text: text.replaceAll('\t', ' ').trim(), field: at < 0 ? named(text) : undefined, value: '' };
}

/** A table with its labels in a row of their own, as lines of a label and a value each. */
function unfolded(lines: readonly string[]): string[] {
  const cellsOf = (line: string | undefined) =>
    tidy(line ?? '')
      .split(/\t+/)
      .map((cell) => cell.trim())
      .filter(Boolean);
  return lines.flatMap((line, at) => {
    const heads = cellsOf(lines[at - 1]);
    const cells = cellsOf(line);
    const isHead = (row: readonly string[]) => row.length > 1 && row.every((cell) => named(cell));
    if (isHead(cells)) return cellsOf(lines[at + 1]).length === cells.length ? [] : [line];
    return isHead(heads) && heads.length === cells.length ? cells.map((cell, n) => `${heads[n]}: ${cell}`) : [line];
  });
}

/** A line in which several labels follow each other, as lines: `Nome: Anna Telefono: 333 1234567`. */
function inLines(line: string): string[] {
  if (line.length > 2000 || line.includes('\t')) return [line];
  const pieces: string[] = [];
  for (const piece of line.split(/(?<=\S)\s+(?=\p{Lu}[\p{L}.-]*(?: [\p{L}.-]+){0,3} ?:(?!\/))/u)) {
    const isLabelled = named(piece.slice(0, piece.indexOf(':'))) !== undefined;
    if (isLabelled || pieces.length === 0) pieces.push(piece);
    else pieces.push(`${pieces.pop()} ${piece}`);
  }
  return pieces.length > 2 ||
    (pieces.length === 2 && pieces.every((piece) => named(piece.slice(0, piece.indexOf(':')))))
    ? pieces
    : [line];
}

/** Behind it stands who sent the mail: the telephone of a portal is not the customer's. */
const SIGNATURE = '--';
/** The end of what somebody wrote: a signature, or the message that they answer. */
const END = /^(?:--$|_{5,}|-{5,}|(?:il|on) .{5,80}(?:ha scritto|wrote):|inviato da|sent from)/i;

/** What a text says by lines of a label and a value, and what remains of it. */
export interface Labelled {
  found: Partial<Record<Named, string>>;
  /** Lines that say nothing of a known field, without blank ones. */
  rest: string;
}

/**
 * Reads a text of lines such as "Nome: Anna Prova", with the value behind the label or on the next line; a message goes on until
 * a label that was not read yet, or a signature. A value that is said twice counts once; another second telephone is kept as such.
 */
export function readLabelled(text: string): Labelled {
  const lines = unfolded(text.split(/\r?\n/)).flatMap(inLines).map(lineOf);
  const found: Partial<Record<Named, string>> = {};
  const rest: string[] = [];
  let hasEnded = false;
  const keep = (field: Named, value: string, line: string) => {
    if (found[field] === undefined) found[field] = value;
    else if (field === 'phone' && found.phone2 === undefined && found.phone !== value) found.phone2 = value;
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

/** Characters in which one looks for a telephone or an e-mail. */
const MOST_GUESSED = 20_000;

/** The first telephone and e-mail at the beginning of a text without labels: a guess that a person looks at. */
export function guessed(whole: string): { phone?: string; email?: string } {
  const text = whole.slice(0, MOST_GUESSED);
  // Bounded, and begun at the beginning of a word alone: whatever somebody sends is read in one pass.
  const email = /(?<![^\s<>"'(),;:])[^\s<>"'(),;:@]{1,64}@[^\s<>"'(),;:@]{1,255}\.\p{L}{2,63}/u.exec(text)?.[0];
  const phone =
    /(?<![\p{L}\d/-])(?:(?:\+|00)\d{1,3}[\s.-]?)?(?:3\d{2}|0\d{1,4})[\s./-]?\d{2,4}[\s.-]?\d{2,4}(?:[\s.-]?\d{1,4})?(?!\d)/u.exec(
      text,
    )?.[0];
  return { ...(phone && { phone }), ...(email && { email }) };
}
