/** Writing to the customer of a lead: values of the variables, who may not be contacted, and what leaves. */
import { sql } from 'kysely';
import { countryWords } from '#domain/countries.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { isMobile } from '#domain/phones.ts';
import { SMS_LENGTH } from '#domain/documents/sms-parts.ts';
import { Failure } from '#domain/errors.ts';
import { day, integer, telephone } from '#domain/italian.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Writing } from '#domain/leads/schema.ts';
import {
  indirectSources,
  leadSources,
  leadVehicles,
  templateChannels,
  type TemplateChannel,
} from '#domain/leads/terms.ts';
import { filledIn } from '#domain/leads/variables.ts';
import type { Channel } from '#domain/privacy/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import { openDaysLater } from '#domain/time.ts';
import { readDealer } from '../documents/letterhead.ts';
import { leaves } from '../documents/sender.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { marketingHolds } from '../lib/people/marketing.ts';
import { readHours } from '../lib/people/places.ts';
import { unlinked } from '../lib/files/unlinked.ts';
import { carry, take } from '../lib/records/move.ts';
import { keepAction } from './actions.ts';
import { readLeadSettings } from './in-force.ts';
import { moveColumns } from './moves.ts';
import { plannedFor } from './planned.ts';
import { leadPost } from './post.ts';
import { isQuiet } from './quiet.ts';
import { leadCourse, type LeadRecord } from './records.ts';

type Table = typeof table;

const UNWILLING =
  'Il cliente non ha dato il consenso a ricevere comunicazioni commerciali per iscritto, o non vale più: di una scadenza non si scrive.';
const QUIET = 'La persona ha chiesto di non essere contattata.';

/** The way of writing to which somebody consents, as each channel is one. */
const consentTo = { mail: 'email', whatsapp: 'whatsapp', sms: 'sms' } as const satisfies Record<
  TemplateChannel,
  Channel
>;

/** By which channels the customer of an expiry may be written to: nobody has asked for it, so each takes its own consent. */
async function willingTo(ctx: Ctx, customerId: number): Promise<TemplateChannel[]> {
  const consents = await marketingHolds(ctx);
  const open = keysOf(consentTo).map(
    (channel) =>
      sql`case when ${consents(sql`${customerId}::bigint`, { channel: consentTo[channel] })} then ${channel}::text end`,
  );
  const { rows } = await sql<{
    open: TemplateChannel[];
  }>`select array_remove(array[${sql.join(open)}], null) as open`.execute(ctx.db);
  return rows[0]!.open;
}

/**
 * By which channels one may write to the person of a lead, and why by none: they asked for it, on this lead or on another
 * one of theirs, or they have consented to none.
 */
async function openTo(ctx: Ctx, lead: LeadRecord): Promise<Pick<Writing, 'channels' | 'refused'>> {
  const { customerId, source } = lead;
  if (await isQuiet(ctx, lead)) return { channels: [], refused: QUIET };
  if (source !== 'reminder' || customerId === null) return { channels: keysOf(templateChannels), refused: null };
  const channels = await willingTo(ctx, customerId);
  return { channels, refused: channels.length === 0 ? UNWILLING : null };
}

interface Person {
  firstName: string | null;
  lastName: string | null;
  address: string | null;
  cap: string | null;
  city: string | null;
  province: string | null;
  country: string | null;
}

/** The linked customer; without one the name is split where it has a space. */
async function personOf({ db, user }: Ctx, { customerId, name }: LeadRecord): Promise<Person> {
  const known =
    customerId === null
      ? undefined
      : await db
          .selectFrom('customers')
          .select(['firstName', 'lastName', 'address', 'cap', 'city', 'province', 'country'])
          .where('companyId', '=', user.companyId)
          .where('id', '=', customerId)
          .executeTakeFirst();
  if (known) return known;
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' '), address: null, cap: null, city: null, province: null, country: null };
}

interface Car {
  plate: string;
  vin: string;
  maker: string;
  model: string;
  versionName: string;
  registeredOn: string | null;
  km: number | null;
}

/** The car of the stock with the lead's plate, else what the customer's words say of a car. */
async function carOf({ db, user }: Ctx, { plate, vehicle }: LeadRecord): Promise<Partial<Car>> {
  const key = plate.toUpperCase().replace(/[\s-]/g, '');
  const { rows } =
    await sql<Car>`select plate, vin, maker, model, version_name, registered_on::text as registered_on, km
    from used_cars where company_id = ${user.companyId} and plate_key = ${key} and plate_key <> '' order by id desc limit 1`.execute(
      db,
    );
  if (rows[0]) return rows[0];
  const { rows: makers } = await sql<{ name: string }>`select name from makers
    where lower(${vehicle}) like lower(name) || '%' order by length(name) desc, id limit 1`.execute(db);
  const maker = makers[0]?.name;
  if (!maker) return { plate };
  const [model = '', ...version] = vehicle.slice(maker.length).trim().split(' ');
  return { plate, maker, model, versionName: version.join(' ') };
}

/** The values of the variables on a lead, for who writes now (specification §3). */
export async function valuesOf(ctx: Ctx, lead: LeadRecord): Promise<Writing['values']> {
  const { today, now } = ctx;
  const [person, car, dealer] = [await personOf(ctx, lead), await carOf(ctx, lead), await readDealer(ctx)];
  const hours = await readHours(ctx, lead.locationId);
  // "Tomorrow" is when the place is open again: no Sunday by itself, in templates of old, too.
  const later = (days: number) => {
    const open = openDaysLater(hours, now, days);
    return day(open ? dayInRome(open) : addDays(today, days));
  };
  const values: Writing['values'] = {
    Nome: person.firstName ?? '',
    Cognome: person.lastName ?? '',
    Email: lead.email ?? '',
    Telefono: lead.phone ? telephone(lead.phone) : '',
    Indirizzo: person.address ?? '',
    CAP: person.cap ?? '',
    Città: person.city ?? '',
    Provincia: person.province ?? '',
    Nazione: countryWords[person.country ?? ''] ?? '',
    Fonte: lead.sourceName || leadSources[lead.source],
    'Data ricezione': day(dayInRome(new Date(lead.receivedAt))),
    Sede: lead.location ?? '',
    'Link annuncio': lead.advert,
    'Tipo veicolo': lead.vehicleType ? leadVehicles[lead.vehicleType as keyof typeof leadVehicles] : '',
    Targa: car.plate ?? '',
    Telaio: car.vin ?? '',
    Marchio: car.maker ?? '',
    Modello: car.model ?? '',
    Versione: car.versionName ?? '',
    Anno: car.registeredOn?.slice(0, 4) ?? '',
    Chilometraggio: typeof car.km === 'number' ? `${integer(car.km)} km` : '',
    'Azienda dealer': dealer.name,
    'Nome Utente': ctx.user.name,
    'Data oggi': day(today),
    'Data domani': later(1),
    'Data dopodomani': later(2),
    ...(await plannedFor(ctx, lead)),
  };
  // What a stranger may have typed becomes no link; an advertisement is one where an admitted source sent it.
  const isLink = (name: string, value: string) =>
    name === 'Email' ||
    name === 'Azienda dealer' ||
    (name === 'Link annuncio' && /^https?:\/\/[^\s<>"']+$/i.test(value));
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value)
      .map(([name, value]) => [name, isLink(name, value) ? value : unlinked(value)]),
  );
}

/**
 * The sentence that tells from whom the data came, in the first message to somebody who did not give them to the
 * company; empty when none is needed.
 */
async function originOf(ctx: Ctx, lead: LeadRecord): Promise<string> {
  if (!indirectSources.includes(lead.source)) return '';
  const written = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('entity', '=', leadMachine.entity)
    .where('recordId', '=', lead.id)
    .where('direction', '=', 'out')
    .limit(1)
    .executeTakeFirst();
  if (written) return '';
  return filledIn((await readLeadSettings(ctx)).origin, await valuesOf(ctx, lead)).text;
}

export const readWriting: VerbOf<Table, 'GET /leads/:id/writing'> = async (ctx, { params }) => {
  const lead = await leadCourse.read(ctx, params.id);
  return { values: await valuesOf(ctx, lead), ...(await openTo(ctx, lead)), origin: await originOf(ctx, lead) };
};

/** Where a message goes; throws `invalid` when the lead has no such address. */
function addressOf({ phone, email }: LeadRecord, channel: TemplateChannel): string {
  const refuse = (message: string) => new Failure('invalid', undefined, { fields: { channel: message } });
  if (channel === 'mail') {
    if (!email) throw refuse('Il lead non ha un’e-mail');
    return email;
  }
  if (!phone) throw refuse('Il lead non ha un telefono');
  if (channel === 'sms' && !isMobile(phone)) throw refuse('È un numero fisso: un SMS arriva solo a un cellulare');
  return phone;
}

interface Message {
  channel: TemplateChannel;
  subject: string;
  text: string;
}

/**
 * Keeps a message to a person who may be written to, and lets it leave; a fresh lead is in work from then on. Throws
 * `invalid` without an address, or when an SMS is too long.
 */
export async function send(ctx: Ctx, lead: LeadRecord, body: Message): Promise<void> {
  const { channel, subject } = body;
  const address = addressOf(lead, channel);
  const origin = await originOf(ctx, lead);
  const text = origin && !body.text.includes(origin) ? `${body.text}\n\n${origin}` : body.text;
  if (channel === 'sms' && text.length > SMS_LENGTH)
    throw new Failure('invalid', undefined, {
      fields: { text: `Al massimo ${SMS_LENGTH} caratteri, informativa compresa` },
    });
  const { companyId, id: userId } = ctx.user;
  const isSent = channel === 'whatsapp' ? { sentAt: ctx.now } : {};
  const row = {
    companyId,
    entity: leadMachine.entity,
    recordId: lead.id,
    direction: 'out',
    userId,
    createdAt: ctx.now,
  };
  const { id } = await ctx.db
    .insertInto('messages')
    .values({ ...row, ...isSent, channel, address, subject: channel === 'mail' ? subject : '', body: text })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (channel !== 'whatsapp') await leaves(ctx, leadPost, { id, channel });
  const said = { before: {}, after: { action: 'Messaggio', result: templateChannels[channel] } };
  await keepAction(ctx, lead, {
    type: 'in_progress',
    result: 'success',
    channel: 'message',
    note: [templateChannels[channel], subject].filter(Boolean).join(': '),
  });
  const firstAt = lead.firstAt ?? ctx.now.toISOString();
  if (lead.state === 'to_handle') {
    const columns = { ...(await moveColumns(ctx, lead, 'take')), firstAt };
    return carry(ctx, leadCourse, lead, 'take', { columns, told: said });
  }
  await leadCourse.write(ctx, lead, { firstAt });
  ctx.audit({ action: 'write', entity: leadMachine.entity, entityId: lead.id, ...said });
}

export const write: VerbOf<Table, 'POST /leads/:id/messages'> = async (ctx, { params, version, body }) => {
  const lead = await take(ctx, leadCourse, { id: params.id, action: 'write', version });
  const { channels, refused } = await openTo(ctx, lead);
  if (refused) throw new Failure('conflict', refused);
  if (!channels.includes(body.channel))
    throw new Failure('invalid', undefined, {
      fields: { channel: 'Per questo canale il cliente non ha dato il consenso' },
    });
  await send(ctx, lead, body);
  return leadCourse.answer(ctx, lead.id);
};
