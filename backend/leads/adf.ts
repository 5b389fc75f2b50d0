/**
 * Leads as ADF/XML (Auto-lead Data Format 1.0), the form in which many portals send them. What a value means follows from the
 * element around it: a vehicle's id is no lead's, a seller's text is not the customer's.
 */
import { isNothing } from '#domain/imports/tidy.ts';
import { readXml } from '../lib/files/xml.ts';

/** A lead as the JSON that other systems send, with the keys of `leadFields` and others, which stand among its details. */
export type Sent = Record<string, string>;

interface Element {
  /** In lower case: programs write `Prospect` as well. */
  name: string;
  attribute: Readonly<Record<string, string>>;
  text: string;
  children: Element[];
}

const attributes = [
  'status',
  'interest',
  'part',
  'type',
  'preferredcontact',
  'primarycontact',
  'units',
  'currency',
  'method',
  'time',
];

/** A document as elements within each other. Throws `Malformed`. */
function treeOf(xml: string): Element {
  const root: Element = { name: '', attribute: {}, text: '', children: [] };
  const open = [root];
  readXml(
    Buffer.from(xml),
    {},
    {
      begin(name, attribute) {
        const values = attributes.flatMap((key) => {
          const value = attribute(key)?.trim().toLowerCase();
          return value ? [[key, value] as const] : [];
        });
        const element = { name: name.toLowerCase(), attribute: Object.fromEntries(values), text: '', children: [] };
        open.at(-1)!.children.push(element);
        open.push(element);
      },
      end: () => void open.pop(),
      chars: (text) => void (open.at(-1)!.text += text),
    },
  );
  return root;
}

const within = ({ children }: Element, name: string) => children.filter((one) => one.name === name);
const said = ({ text }: Element) => text.trim();

/** Elements of that name at any depth, not those within one of them. */
function everywhere(root: Element, name: string): Element[] {
  const found: Element[] = [];
  const open = [root];
  for (let element = open.pop(); element; element = open.pop())
    if (element.name === name) found.push(element);
    else for (let at = element.children.length - 1; at >= 0; at -= 1) open.push(element.children[at]!);
  return found;
}

/** Italian words for what a lead has no field for. */
const words: Readonly<Record<string, string>> = {
  odometer: 'Chilometri',
  price: 'Prezzo',
  pricecomments: 'Nota al prezzo',
  stock: 'Codice dell’auto',
  finance: 'Finanziamento',
  amount: 'Importo finanziato',
  balance: 'Importo residuo',
  method: 'Finanziamento',
  condition: 'Condizioni',
  doors: 'Porte',
  bodystyle: 'Carrozzeria',
  transmission: 'Cambio',
  exteriorcolor: 'Colore esterno',
  interiorcolor: 'Colore interno',
  preference: 'Preferenza di colore',
  optionname: 'Optional',
  imagetag: 'Immagine',
  comments: 'Testo dell’annuncio',
  description: 'Quando',
  earliestdate: 'Non prima del',
  latestdate: 'Entro il',
  street: 'Via',
  apartment: 'Interno',
  city: 'Città',
  regioncode: 'Provincia',
  postalcode: 'CAP',
  country: 'Paese',
  phone: 'Altro telefono',
  email: 'Altra e-mail',
  name: 'Altro nome',
  requestdate: 'Data della richiesta',
};
/** Of those who stand between customer and dealer, and keys of the car in other systems. */
const ofOthers = new Set(['provider', 'vendor', 'id']);

/** Collects what is said within an element and was not taken, each with its label. */
function details(root: Element, taken: ReadonlySet<Element>, before = ''): [string, string][] {
  const found: [string, string][] = [];
  const open = [root];
  for (let element = open.pop(); element; element = open.pop()) {
    if (taken.has(element) || (element !== root && ofOthers.has(element.name))) continue;
    for (let at = element.children.length - 1; at >= 0; at -= 1) open.push(element.children[at]!);
    const { method, units, currency, time } = element.attribute;
    const text = [said(element), units, currency?.toUpperCase()].filter(Boolean).join(' ');
    const label = `${before}${words[element.name] ?? element.name}`;
    if (element.name === 'finance' && method) found.push([label, method]);
    if (said(element)) found.push([label, text]);
    if (time) found.push([`${before}Orario`, `${time} (${said(element)})`]);
  }
  return found;
}

const parts = [['first', 'given', 'firstname'], ['middle'], ['last', 'surname', 'family', 'lastname'], ['suffix']];

/** Elements of a name: their part by its attribute, or as an element of its own within the name or beside it. */
const namesIn = (contact: Element): Element[] =>
  contact.children
    .filter(({ name }) => name === 'name' || parts.flat().includes(name))
    .flatMap((one) => [one, ...one.children])
    .filter((one) => !isNothing(said(one)));
const partOf = ({ name, attribute }: Element) => attribute.part ?? (parts.flat().includes(name) ? name : 'full');
/** Texts one after the other, without what another says already. */
const together = (elements: readonly Element[]): string => {
  const texts = elements.map(said).filter(Boolean);
  const holds = (whole: string, part: string) => ` ${whole} `.toLowerCase().includes(` ${part} `.toLowerCase());
  return texts
    .filter((text, at) => !texts.some((other, n) => n !== at && holds(other, text) && (other !== text || n < at)))
    .join(' ');
};

const PARTICLE = /^(d[aei]l?|dell[aeo]|lo|la|li)\s+\S+$/i;
/** The name that the parts say, whatever their order in the document; a firm's where there is no person's. */
function nameIn(names: readonly Element[]): { name: string; taken: Element[] } {
  const people = names.filter(({ attribute }) => attribute.type !== 'business');
  const of = people.some(said) ? people : names;
  const ordered = parts.flatMap((known) => of.filter((one) => known.includes(partOf(one))));
  const full = of.find((one) => partOf(one) === 'full' && said(one));
  // One word is no full name where the parts say another.
  const isWhole = full && (said(full).includes(' ') || ordered.length === 0);
  const taken = isWhole ? [full] : ordered.length > 0 ? [...(full ? [full] : []), ...ordered] : of.slice(0, 1);
  // `Paolo Di Paolo`: behind a particle it is the surname.
  const [before, last = ''] = [together(taken.slice(0, -1)), taken.slice(-1).map(said)[0]];
  return { name: before && PARTICLE.test(last) ? `${before} ${last}` : together(taken), taken };
}

/** Telephones in the order in which one calls them: mobile ones first; never a fax or pager. */
const called = (phones: readonly Element[]): Element[] => {
  const rank = ({ attribute: { type = '' } }: Element) => (/^(cell|mobile)/.test(type) ? 0 : 1);
  return phones
    .filter((one) => said(one) && !/fax|pager/.test(one.attribute.type ?? ''))
    .toSorted((one, other) => rank(one) - rank(other));
};

/** Elements that say which car it is, in the order in which people say it. */
const car = ['year', 'make', 'model', 'trim'];
const plates = ['plate', 'licenseplate', 'licenceplate', 'registrationnumber', 'targa'];
const pick = (of: Element, names: readonly string[]) =>
  names.flatMap((name) => within(of, name).filter(said).slice(0, 1));

/** What somebody wants with a car beside buying it. */
const interests: Readonly<Record<string, string>> = { lease: 'noleggio o leasing', 'test-drive': 'prova su strada' };

/** Whether the customer gives this car: ADF says `trade-in`, or `sell`. */
const isGiven = ({ attribute: { interest = '' } }: Element) => /^(trade|sell)/.test(interest);

/** What somebody wants of a car, and what they give. */
function carsIn(vehicles: readonly Element[]): { sent: Sent; rest: [string, string][] } {
  const [wanted, ...others] = vehicles.filter((one) => !isGiven(one));
  const [given, ...more] = vehicles.filter(isGiven);
  const sent: Sent = {};
  const rest: [string, string][] = [];
  if (wanted) {
    const [shown, vin, plate, link] = [car, ['vin'], plates, ['url', 'link']].map((names) => pick(wanted, names));
    sent.vehicle = together(shown!);
    if (wanted.attribute.status) sent.vehicleType = wanted.attribute.status;
    if (interests[wanted.attribute.interest ?? '']) rest.push(['Interesse', interests[wanted.attribute.interest!]!]);
    if (vin![0]) sent.vin = said(vin![0]);
    if (plate![0]) sent.plate = said(plate![0]);
    if (link![0]) sent.advert = said(link![0]);
    rest.push(...details(wanted, new Set([...shown!, ...vin!, ...plate!.slice(0, 1), ...link!.slice(0, 1)])));
  }
  if (given) {
    const [shown, more] = [pick(given, car), pick(given, [...plates, 'odometer', 'vin'])];
    const units = (one: Element) => (one.name === 'odometer' ? (one.attribute.units ?? 'km') : '');
    sent.tradeIn = [together(shown), ...more.map((one) => [said(one), units(one)].filter(Boolean).join(' '))]
      .filter(Boolean)
      .join(' · ');
    rest.push(...details(given, new Set([...shown, ...more]), 'Permuta: '));
  }
  for (const other of others) rest.push(...details(other, new Set(), 'Altra auto richiesta: '));
  for (const other of more) rest.push(...details(other, new Set(), 'Altra permuta: '));
  return { sent, rest };
}

/** What is known of one who asks. */
function personIn(customer: Element): { sent: Sent; rest: [string, string][] } {
  const contacts = within(customer, 'contact');
  const contact = contacts.find(({ attribute }) => attribute.primarycontact === '1') ?? contacts[0] ?? customer;
  const { name, taken } = nameIn(namesIn(contact));
  const phones = called(within(contact, 'phone'));
  const emails = within(contact, 'email').filter(said);
  const comments = [...within(customer, 'comments'), ...(contact === customer ? [] : within(contact, 'comments'))];
  const [phone, phone2] = phones;
  const [email] = emails;
  const used = new Set([...taken, ...comments, ...phones.slice(0, 2), ...emails.slice(0, 1)]);
  return {
    sent: {
      ...(name && { name }),
      ...(phone && { phone: said(phone) }),
      ...(phone2 && { phone2: said(phone2) }),
      ...(email && { email: said(email) }),
      message: comments.map(said).filter(Boolean).join('\n'),
    },
    rest: [
      ...details(customer, used),
      ...phones
        .slice(0, 2)
        .flatMap((one): [string, string][] =>
          one.attribute.time ? [['Orario', `${one.attribute.time} (${said(one)})`]] : [],
        ),
    ],
  };
}

/** The most people and cars of one prospect, which has one of each as a rule, and the most characters that all of them share. */
const [MOST_PEOPLE, MOST_CARS, MOST_SHARED] = [20, 50, 10_000];

/** A prospect of more people or cars than anybody asks with: a person reads it. */
export class Crowded extends Error {}

const cut = (sent: Sent): Sent =>
  Object.fromEntries(Object.entries(sent).map(([key, text]) => [key, text.slice(0, MOST_SHARED)]));
const linesOf = (told: readonly [string, string][]) => told.map(([label, text]) => `${label}: ${text}`).join('\n');

/** The leads of one prospect: who asks is the customer; a document without that element names them directly. Throws `Crowded`. */
function leadsIn(prospect: Element): Sent[] {
  const customers = within(prospect, 'customer');
  const vehicles = within(prospect, 'vehicle');
  if (customers.length > MOST_PEOPLE || vehicles.length > MOST_CARS) throw new Crowded();
  const { sent: cars, rest } = carsIn(vehicles);
  const id = within(prospect, 'id').map(said).find(Boolean);
  const asked = within(prospect, 'requestdate').find(said);
  const own = within(prospect, 'comments').filter(said);
  const link = within(prospect, 'url').find(said);
  const about = new Set([...customers, ...vehicles, ...own, ...(asked ? [asked] : []), ...(link ? [link] : [])]);
  const people =
    customers.length > 0 ? customers : [{ ...prospect, children: prospect.children.filter((one) => !about.has(one)) }];
  const around = customers.length > 0 ? details(prospect, about) : [];
  // Each of them carries it, so it is written once.
  const shared = cut({
    ...cars,
    ...(cars.advert === undefined && link && { advert: said(link) }),
    ...(asked && { askedAt: said(asked) }),
  });
  const { words, before, behind } = cut({
    words: own.map(said).join('\n'),
    before: linesOf(rest),
    behind: linesOf(around),
  });
  return people.map((customer) => {
    const { sent, rest: more } = personIn(customer);
    const message = [sent.message, words].filter(Boolean).join('\n');
    const lines = [before, linesOf(more), behind].filter(Boolean).join('\n');
    return { ...shared, ...sent, message, ...(id && { id }), ...(lines && { details: lines }) };
  });
}

/**
 * The people of an ADF document, each with what they want. Throws `Malformed` for what is no XML that a program would write: a
 * DOCTYPE and entities of its own among it; `Crowded` for a prospect of too many people or cars.
 */
export function readAdf(xml: string): Sent[] {
  const root = treeOf(xml);
  const prospects = everywhere(root, 'prospect');
  // A program that leaves the element out has one prospect for each document.
  const bare = prospects.length > 0 ? [] : everywhere(root, 'adf').filter((one) => within(one, 'customer').length > 0);
  return [...prospects, ...bare].flatMap(leadsIn);
}

/** The ADF documents in a text, without what stands around them; one that never ends goes on to the next. */
export const adfIn = (text: string): string[] =>
  text
    .split(/(?=<adf[\s>])/i)
    .filter((piece) => /^<adf[\s>]/i.test(piece))
    .map((piece) => /^[^]*?<\/adf\s*>/i.exec(piece)?.[0] ?? piece);
