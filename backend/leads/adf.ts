/** Leads as ADF/XML, the form in which many portals send them. */
import { readXml } from '../lib/files/xml.ts';

const names = ['prospect', 'vehicle', 'customer'] as const;
const texts = [
  'id',
  'make',
  'model',
  'trim',
  'year',
  'vin',
  'name',
  'email',
  'phone',
  'comments',
  'url',
  'requestdate',
] as const;

/** A lead as the JSON that other systems send, with the keys of `leadFields`. */
export type Sent = Record<string, string>;

const kinds: Readonly<Record<string, string>> = { new: 'new', used: 'used', demo: 'demo' };

/**
 * The prospects of an ADF document, at most `most`. Throws `Malformed` for what is no XML that a program would write:
 * a DOCTYPE and entities of its own among it.
 */
export function readAdf(xml: string, most: number): Sent[] {
  const found: Sent[] = [];
  let [one, parts, car]: [Sent, string[], string[]] = [{}, [], []];
  let [part, inCustomer] = ['', false];
  readXml(
    Buffer.from(xml),
    { names, texts },
    {
      begin(name, attribute) {
        if (name === 'prospect') [one, parts, car] = [{}, [], []];
        if (name === 'customer') inCustomer = true;
        if (name === 'name') part = attribute('part') ?? 'full';
        if (name === 'vehicle') {
          const kind = kinds[attribute('status') ?? ''];
          if (kind) one.vehicleType = kind;
        }
        return found.length < most;
      },
      end(name, text) {
        const said = text.trim();
        if (name === 'customer') inCustomer = false;
        if (name === 'prospect') {
          one.name ??= parts.join(' ');
          found.push({ ...one, vehicle: car.join(' ') });
        }
        if (!said) return;
        if (name === 'id') one.id ??= said;
        if (['make', 'model', 'trim', 'year'].includes(name)) car.push(said);
        if (name === 'requestdate') one.askedAt ??= said;
        if (name === 'url') one.advert ??= said;
        if (name === 'comments') one.message ??= said;
        if (!inCustomer) return;
        if (name === 'name' && part === 'full') one.name = said;
        else if (name === 'name') parts.push(said);
        if (name === 'email' || name === 'phone') one[name] ??= said;
      },
    },
  );
  return found;
}
