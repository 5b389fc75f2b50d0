/** What a source says of one person, as values of a lead: each that can be read is taken, all others stand among its details. */
import { isNothing } from '#domain/imports/tidy.ts';
import { blankOf, type Field } from '#domain/record/fields.ts';
import { e164 } from '#domain/phones.ts';
import { schemaOf } from '#domain/record/schema.ts';
import { leadFields } from '#domain/leads/fields.ts';
import { NOBODY, type LeadInput } from '#domain/leads/schema.ts';
import { leadVehicles, subtypesOf } from '#domain/leads/terms.ts';
import { once } from '../lib/files/encoding.ts';
import { readable } from '../lib/values/html.ts';
import { instantIn } from './asked-at.ts';
import { flat, levelOf, namedIn } from './nested.ts';
import type { Named } from './label-words.ts';
import { gathered, guessed, NO_CAR } from './labels.ts';

/** Records of ours are not named by others; the source's name is that of the portal. */
const { locationId: _, customerId: __, contractId: ___, sourceName: ____, ...said } = leadFields;
type Key = keyof typeof said;
const { shape } = schemaOf(said);
const isKey = (key: string): key is Key => key in said;

export interface Values {
  /** What was found: also of a lead that nobody could call. */
  found: Partial<LeadInput>;
  /** Why nobody could call, in Italian; null: they can. */
  why: string | null;
  askedAt: Date | null;
  /** It came by a mail whose sender is not verified. */
  unverified: boolean;
  /** The lead has no room for all that was said. */
  isCut: boolean;
}

/** What portals of other languages call the state of a car. */
const states: readonly (readonly [RegExp, string])[] = [
  [/^(used|usat[oai]|pre-?\s?owned|cpo|certified.*|occasion[ei]?|gebraucht|second[ao]?[ -](hand|mano))$/, 'used'],
  [/^(new|nuov[oai]|neu|neuf|brand new)$/, 'new'],
  [/^(km|chilometri|kilometri)[ -]?(0|zero)$/, 'km0'],
];
/** A choice by its key or its Italian word, in any case. */
function choiceIn(words: Readonly<Record<string, string>>, text: string): string {
  const plain = text.toLowerCase();
  const own = Object.entries(words).find(([key, word]) => key === plain || word.toLowerCase() === plain)?.[0];
  const state = words === leadVehicles ? states.find(([is]) => is.test(plain))?.[1] : undefined;
  return own ?? state ?? text;
}

const flags: Readonly<Record<string, boolean>> = {
  true: true,
  sì: true,
  si: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

const codes: ReadonlySet<Field> = new Set([said.plate, said.vin, said.taxCode, said.advert]);

/** The text as the field's schema takes it, and what of it is too long. */
function prepared(field: Field, text: string): { value: unknown; over: string } {
  if (field.kind === 'choice') return { value: choiceIn(field.words, text), over: '' };
  if (field.kind === 'flag') return { value: flags[text.toLowerCase()], over: '' };
  if (field.kind !== 'text' && field.kind !== 'area') return { value: text, over: '' };
  const tidy =
    field.kind === 'text'
      ? text
          .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
          .replace(/\p{Cf}/gu, '')
          .trim()
      : text;
  // A telephone, an address or a code that is cut is another one.
  const isCode = field.phone || field.nullable || codes.has(field);
  return isCode || tidy.length <= field.maxLength
    ? { value: tidy, over: '' }
    : { value: tidy.slice(0, field.maxLength), over: tidy };
}

/** Characters in which one looks for a telephone or an address: what is longer says more than that. */
const MOST_CONTACT = 400;
const SEVERAL = /\s*[;/|\n]\s*|\s+(?:e|o|oppure)\s+|,\s+/i;
const WORDED = { phone: /\p{L}{4}/u, phone2: /\p{L}{4}/u, email: /\s/ };

interface Entry {
  key: string;
  field: Named | Key | undefined;
  text: string;
}

/** What is written in parts: a person's name, a car. */
const PARTS: ReadonlySet<string> = new Set(['name', 'surname', 'vehicle', 'make', 'model', 'trim', 'year']);

/** What is said under each key and what that names, ours first; names and cars are put together from their parts. */
function entriesOf(sent: Readonly<Record<string, unknown>>): Entry[] {
  const parts: Partial<Record<Named, string>> = {};
  const others: Entry[] = [];
  const entries = Object.entries(flat(sent));
  const reach = entries.find(([key]) => /^(phone2?|email)$/.test(isKey(key) ? key : (namedIn(key) ?? '')))?.[0];
  const level = levelOf(reach ?? '');
  // The name beside the telephone is the person's, then one above it; one elsewhere may be the form's.
  const nearness = (key: string) => (levelOf(key) === level ? 2 : Number(level.startsWith(levelOf(key))));
  // Among them fields of ours: what another label names does not stand before them.
  const rank = (key: string) => (reach === undefined ? 0 : 2 * nearness(key)) + Number(isKey(key));
  entries.sort(([one], [other]) => rank(other) - rank(one));
  for (const [key, given] of entries) {
    const text = given === null || given === undefined ? '' : once(readable(String(given))).trim();
    if (isNothing(text) || text === '' || key === 'id' || key === 'unverified' || key === 'details') continue;
    const field = isKey(key) ? key : namedIn(key);
    if (field && PARTS.has(field) && parts[field as Named] === undefined) parts[field as Named] = text;
    else others.push({ key, field, text });
  }
  const whole = gathered(parts);
  return [
    ...(Object.keys(whole) as Key[]).map((field) => ({ key: field, field, text: whole[field as 'name']! })),
    ...others.map((one) => (one.field && PARTS.has(one.field) ? { ...one, field: undefined } : one)),
  ];
}

/** Reads a lead as another system sent it: keys of `leadFields`, or labels that name them; `now` bounds when it was asked. */
export function readLead(sent: Readonly<Record<string, unknown>>, now: Date): Values {
  const found: Record<string, unknown> = {};
  const rest: string[] = [];
  let askedAt: Date | null = null;
  const keep = (label: string, text: string) => rest.push(`${label}: ${text}`);
  const take = (key: Key, text: string): boolean => {
    if (key === 'tradeIn' && NO_CAR.test(text)) return false;
    const { value, over } = prepared(said[key], text);
    const parsed = shape[key].safeParse(value);
    if (!parsed.success) return false;
    found[key] = parsed.data;
    if (over) keep(said[key].label, over);
    return true;
  };
  const contact = (key: 'phone' | 'phone2' | 'email', text: string): void => {
    const places: readonly Key[] = key === 'email' ? ['email'] : ['phone', 'phone2'];
    const reads = (one: string) => shape[key].safeParse(one).success;
    const isLong = text.length > MOST_CONTACT;
    // Not through a word: a number that is cut is another one.
    const read = isLong ? text.slice(0, MOST_CONTACT).replace(/\S*$/, '') : text;
    if (isLong) keep(said[key].label, text);
    // An address under a telephone's name is one all the same.
    const address = key === 'email' || found['email'] !== undefined ? undefined : guessed(read).email;
    if (address) take('email', address);
    const several = read.split(SEVERAL).filter((one) => one && one !== address);
    const texts = several.filter(reads).length > 1 ? several : address ? [read.replace(address, '')] : [read];
    for (const one of texts) {
      // Said twice it is one.
      const same = e164(one);
      if (same !== null && !WORDED[key].test(one) && [found['phone'], found['phone2']].includes(same)) continue;
      const place = places.find((free) => found[free] === undefined);
      const guess = guessed(one)[key === 'email' ? 'email' : 'phone'];
      const isTaken = place !== undefined && (take(place, one) || (guess !== undefined && take(place, guess)));
      // Words beside it say when to call, or whose it is.
      if (!isLong && (!isTaken || WORDED[key].test(one))) keep(said[key].label, one);
    }
  };
  for (const { key, field, text } of entriesOf(sent)) {
    if (field === 'askedAt' || key === 'askedAt') {
      const at = instantIn(text, now);
      if (at && at < now) askedAt = at;
      else keep('Data della richiesta', text);
    } else if (field === 'phone' || field === 'phone2' || field === 'email') contact(field, text);
    else if (!field || !isKey(field) || found[field] !== undefined || !take(field, text))
      keep(field && isKey(field) ? said[field].label : key, text);
  }
  const { type = 'sales', subtype } = found as Partial<LeadInput>;
  if (subtype && !subtypesOf[type].includes(subtype)) {
    keep(said.subtype.label, said.subtype.words[subtype]);
    delete found.subtype;
  }
  const details = [sent.details, ...rest].filter(Boolean).join('\n');
  if (details) take('details', details.slice(0, said.details.maxLength));
  const lead: Partial<LeadInput> = found;
  const why = lead.phone || lead.email ? null : `${leadFields.phone.label}: ${NOBODY}`;
  const isCut = details.length > said.details.maxLength;
  // Whoever looks at it sees what a text says of where they are reached.
  const guess = why === null ? {} : guessed([lead.message, details].join('\n'));
  for (const [key, text] of Object.entries(guess)) take(key as 'phone' | 'email', text);
  return { found: lead, why, askedAt, unverified: String(sent.unverified) === 'true', isCut };
}

/** All values of a lead of that source. */
export const leadOf = (found: Partial<LeadInput>, sourceName: string): LeadInput => ({
  ...blankOf(leadFields),
  source: 'portal',
  ...found,
  sourceName: sourceName.slice(0, leadFields.sourceName.maxLength),
});
