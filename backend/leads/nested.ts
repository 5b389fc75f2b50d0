/** Leads as JSON of several levels, as other programs keep them: one level of names and texts. */
import { named, type Named } from './labels.ts';

/** Levels below which a value is kept as it was written. */
const DEPTH = 4;
/** Between the names of levels. */
const WITHIN = ' › ';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''));

/** A question with its answers, as forms of Facebook and others list them: `{ "name": "email", "values": ["…"] }`. */
function answered(value: unknown): [string, unknown] | null {
  if (!isObject(value)) return null;
  const name = value['name'] ?? value['key'] ?? value['label'] ?? value['question'];
  const said = value['values'] ?? value['value'] ?? value['answer'];
  return typeof name === 'string' && said !== undefined ? [name, said] : null;
}

/** Levels of those who send or sell: what they list of themselves is not the customer's. */
const OTHERS =
  /^(?:dealer|dealership|seller|vendor|provider|sender|shop|store|concessionari[ao]|venditore|salone|sede|mittente)s?$/i;

/** All that is said, each value under the names of the levels above it. */
export function flat(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found = new Map<string, unknown>();
  const again = new Map<string, number>();
  // The list of a form's answers is no level; whose they are, is.
  const whoseOf = (key: string) => key.split(WITHIN).filter((level) => OTHERS.test(level));
  const keep = (key: string, value: unknown, depth: number): void => {
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

/** Levels that hold who asks, and the car that they ask for; any other is of somebody else, or of another car. */
const PERSON =
  /^(?:lead|customer|client|cliente|contact|contatto|contacts|person|persona|user|utente|buyer|anagrafica|prospect|data|fields|form|request|richiesta)s?$/i;
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

/** The field that a key names; of a key within others only what their level may say: a dealer's name is not the customer's. */
export function namedIn(key: string): Named | undefined {
  const levels = key.split(WITHIN);
  const name = levels.pop()!;
  if (levels.length === 0) return named(key);
  const field = named(name);
  if (levels.every((level) => PERSON.test(level))) return field;
  if (!levels.every((level) => PERSON.test(level) || CAR.test(level))) return undefined;
  if (field === 'name' || /^(?:title|titolo|description|descrizione)$/i.test(name)) return 'vehicle';
  return field && OF_CAR.has(field) ? field : undefined;
}
