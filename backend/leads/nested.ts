/** Leads as JSON of several levels, as other programs keep them: one level of names and texts. */
import { named } from './labels.ts';
import type { Named } from './label-words.ts';

/** Levels below which a value is kept as it was written. */
const DEPTH = 8;
/** Between the names of levels. */
const WITHIN = ' › ';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''));

/** A question with its answers, as forms of Facebook, Google and others list them: `{ "name": "email", "values": ["…"] }`. */
function answered(value: unknown): [string, unknown] | null {
  // `["Nome", "Anna Prova"]`.
  if (Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] !== 'object')
    return [value[0], value[1]];
  if (!isObject(value)) return null;
  const field = isObject(value['field']) ? (value['field']['title'] ?? value['field']['ref']) : undefined;
  const name =
    value['name'] ??
    value['key'] ??
    value['label'] ??
    value['question'] ??
    value['column_id'] ??
    value['field_name'] ??
    field;
  const said =
    value['values'] ??
    value['value'] ??
    value['answer'] ??
    value['string_value'] ??
    value['field_value'] ??
    (field === undefined ? undefined : (value['text'] ?? value['phone_number'] ?? value['email']));
  return typeof name === 'string' && said !== undefined ? [name, said] : null;
}

/** Levels of those who send or sell: what they list of themselves is not the customer's. */
const OTHERS =
  /^(?:dealer|dealership|seller|vendor|provider|sender|shop|store|concessionari[ao]|venditore|salone|sede|mittente)s?$/i;

/** A text that is an object of its own, as some programs put one into another; else the value itself. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** All that is said, each value under the names of the levels above it. */
export function flat(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found = new Map<string, unknown>();
  const again = new Map<string, number>();
  // The list of a form's answers is no level; whose they are, is.
  const whoseOf = (key: string) => key.split(WITHIN).filter((level) => OTHERS.test(level));
  const keep = (key: string, given: unknown, depth: number): void => {
    const value = unpacked(given);
    if (depth < DEPTH && Array.isArray(value)) {
      const answers = value.map(answered);
      if (value.length > 0 && answers.every((one) => one !== null))
        for (const [name, said] of answers) keep([...whoseOf(key), name].join(WITHIN), said, depth + 1);
      else if (value.every((one) => typeof one !== 'object')) keep(key, value.join(', '), depth + 1);
      else value.forEach((one, at) => keep(at === 0 ? key : `${key}${WITHIN}${at + 1}`, one, depth + 1));
    } else if (depth < DEPTH && isObject(value))
      for (const [name, one] of Object.entries(value)) keep(key ? `${key}${WITHIN}${name}` : name, one, depth + 1);
    else if (found.has(key) && found.get(key) !== value) {
      const times = (again.get(key) ?? 1) + 1;
      again.set(key, times);
      keep(`${key}${WITHIN}${times}`, value, depth);
    } else found.set(key, typeof value === 'object' && value !== null ? textOf(value) : value);
  };
  for (const [key, value] of Object.entries(sent)) keep(key, value, 0);
  return Object.fromEntries(found);
}

/** The levels above a key, '' for one above which there is none. */
export const levelOf = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf(WITHIN)));

/** Levels that hold who asks, and the car that they ask for; any other is of somebody else, or of another car. */
const PERSON =
  /^(?:lead|customer|client|cliente|contact|contatto|contacts|person|persona|user|utente|buyer|anagrafica|prospect|data|fields|form|request|richiesta|propert(?:y|ie)|profile|submission|payload|dati|message|text|contatti|recapiti)s?$/i;
const CAR = /^(?:vehicle|car|auto|veicolo|vettura|listing|annuncio|ad|item|product|stock)s?$/i;
const OF_CAR: ReadonlySet<string> = new Set<Named>([
  'make',
  'model',
  'trim',
  'year',
  'plate',
  'vin',
  'vehicle',
  'vehicleType',
  'advert',
]);

/** The level that only holds what the one above names, and a part of a name. */
const IS_VALUE = /^(?:value|number|text|raw|content|address|formatted|full)$/i;
const IS_NAME = /^(?:first|last|given|family)(?:name)?$/i;

const REACHES: ReadonlySet<Named | undefined> = new Set(['phone', 'phone2', 'email']);

/** The field that a key names; of a key within others only what their level may say: a dealer's name is not the customer's. */
export function namedIn(key: string): Named | undefined {
  // `phones › 2 › value`, `name › first`: what is said stands one level above. A second person or car is another one.
  const all = key.split(WITHIN);
  const levels = all.filter((level, at) => !/^\d+$/.test(level) || !REACHES.has(named(all[at - 1] ?? '')));
  const last = levels.pop()!;
  const above = levels.at(-1) ?? '';
  const isPart = levels.length > 0 && named(above) !== undefined && (IS_VALUE.test(last) || IS_NAME.test(last));
  if (isPart) levels.pop();
  const name = !isPart ? last : IS_NAME.test(last) ? `${last.replace(/name$/i, '')} name` : above;
  if (levels.length === 0) return named(name);
  const field = named(name);
  if (levels.every((level) => PERSON.test(level))) return field;
  if (!levels.every((level) => PERSON.test(level) || CAR.test(level))) return undefined;
  if (field === 'name' || /^(?:title|titolo|description|descrizione)$/i.test(name)) return 'vehicle';
  return field && OF_CAR.has(field) ? field : undefined;
}
