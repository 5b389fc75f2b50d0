import { sql } from 'kysely';
import { defaultTexts } from '#domain/privacy/default-texts.ts';
import { readToken } from '#backend/lib/people/tokens.ts';
import { BRERA } from './companies.ts';
import type { Owner } from './insert.ts';

/** A private link with a published token, like the passwords of the demo. */
export const DEMO_LINK = `${BRERA.toString(36)}.${'dimostrazione-'.repeat(4).slice(0, 43)}`;

const PAGE_KEY = 'dimostrazione'.padEnd(32, '0').replace(/[^0-9a-f]/g, 'a');
/** The public page of a used car in the demo. */
export const DEMO_PAGE = `${BRERA.toString(36)}.${PAGE_KEY}`;
/** A private link to the page where a customer reads and changes consents. */
export const DEMO_PRIVACY = `${BRERA.toString(36)}.${'consensi-'.repeat(5).slice(0, 43)}`;

/** A private link by which a phone sends photos, of somebody without a demo account: who makes a new one ends the one before. */
export const DEMO_UPLOAD = `${BRERA.toString(36)}.${'carica-foto-'.repeat(4).slice(0, 43)}`;

/** A private link by which the customer of a contract of the demo sends enclosures. */
export const DEMO_ENCLOSURES = `${BRERA.toString(36)}.${'documenti-chiesti-'.repeat(3).slice(0, 43)}`;

/** The screen of a room of the demo. */
export const DEMO_ROOM = `${BRERA.toString(36)}.${'sala-attesa-'.repeat(4).slice(0, 43)}`;

/** An appointment of the demo as its customer sees it. */
export const DEMO_APPOINTMENT = `${BRERA.toString(36)}.${'appuntamento-'.repeat(4).slice(0, 43)}`;
/** The pages of the demo that are open to everybody: to book a test drive, and to ask for something. */
export const DEMO_BOOKING = `${BRERA.toString(36)}.${'prenota-prova-'.repeat(4).slice(0, 43)}`;
export const DEMO_REQUEST = `${BRERA.toString(36)}.${'richiesta-sito-'.repeat(3).slice(0, 43)}`;

/** Opens the pages, with links that are good for a year. */
async function seedPages(owner: Owner, now: Date): Promise<void> {
  const { rows } = await sql<{
    ids: number[];
    locationId: number;
  }>`select array_agg(id order by id) as ids, min(location_id) as location_id
    from (select distinct on (kind) id, location_id from calendars where company_id = ${BRERA} and kind in ('seller', 'car') order by kind, id) c`.execute(
    owner,
  );
  const { ids, locationId } = rows[0]!;
  const pages = [
    ['booking', DEMO_BOOKING, 'Prova la Lumera Rea', { kind: 'test_drive', minutes: 45, notice: 4, calendarIds: ids }],
    ['request', DEMO_REQUEST, 'Sito Brera', { type: 'sales', locationId, asks: true }],
  ] as const;
  for (const [purpose, token, name, about] of pages)
    await sql`with page as (insert into public_pages (company_id, purpose, name, about, token, created_at)
        values (${BRERA}, ${purpose}, ${name}, ${JSON.stringify(about)}::jsonb, ${token}, ${now}) returning id)
      insert into links (company_id, purpose, record_id, token_hash, created_at, expires_at)
      select ${BRERA}, ${purpose}, id, ${readToken(token)!.hash}, ${now}, ${new Date(now.getTime() + 365 * 86_400_000)} from page`.execute(
      owner,
    );
}

/** The customer of the newest contract that is being made is asked for two enclosures. */
const seedEnclosures = (owner: Owner, now: Date) =>
  sql`with contract as (select company_id, id, seller_id from contracts where company_id = ${BRERA} and state = 'incomplete'
      and canceled_at is null and customer_id is not null order by id desc limit 1),
    message as (insert into messages (company_id, entity, record_id, direction, channel, user_id, address, body, created_at, sent_at)
      select company_id, 'contract', id, 'out', 'mail', seller_id, 'cliente@posta.example.it', '', ${now}, ${now} from contract returning id),
    asked as (insert into enclosures (company_id, contract_id, type, until, message_id, asked_by, created_at)
      select company_id, c.id, type, (${now}::timestamptz + interval '365 days')::date, m.id, seller_id, ${now}
      from contract c, message m, unnest(array['identity_card', 'driving_licence']) type)
    insert into links (company_id, purpose, record_id, token_hash, created_at, expires_at)
    select company_id, 'enclosures', id, ${readToken(DEMO_ENCLOSURES)!.hash}, ${now}, ${new Date(now.getTime() + 365 * 86_400_000)} from contract`.execute(
    owner,
  );

/** Makes the link, to the newest quote that is issued and valid. */
export async function seedLinks(owner: Owner, now: Date): Promise<void> {
  await sql`insert into links (company_id, purpose, record_id, token_hash, user_id, created_at, expires_at)
    select company_id, 'quote', id, ${readToken(DEMO_LINK)!.hash}, seller_id, ${now}, ${new Date(now.getTime() + 365 * 86_400_000)}
    from quotes where company_id = ${BRERA} and state = 'issued' and not superseded
    order by expires_on desc, id desc limit 1`.execute(owner);
  await sql`update used_cars set page_key = ${PAGE_KEY} where company_id = ${BRERA}
    and id = (select min(id) from used_cars where company_id = ${BRERA} and state = 'acquired')`.execute(owner);
  await sql`insert into links (company_id, purpose, record_id, token_hash, created_at, expires_at)
    select company_id, 'privacy', min(id), ${readToken(DEMO_PRIVACY)!.hash}, ${now}, ${new Date(now.getTime() + 365 * 86_400_000)}
    from customers where company_id = ${BRERA} and type = 'private' group by company_id`.execute(owner);
  await sql`insert into links (company_id, purpose, record_id, user_id, token_hash, created_at, expires_at, uses_left, upload_purpose)
    select company_id, 'upload', max(id), max(id), ${readToken(DEMO_UPLOAD)!.hash}, ${now}, ${new Date(now.getTime() + 365 * 86_400_000)},
      10, 'stock_photo'
    from users where company_id = ${BRERA} and archived_at is null and not service group by company_id`.execute(owner);
  await sql`insert into links (company_id, purpose, record_id, token_hash, created_at, expires_at)
    select company_id, 'room', min(id), ${readToken(DEMO_ROOM)!.hash}, ${now}, ${new Date(now.getTime() + 365 * 86_400_000)}
    from locations where company_id = ${BRERA} group by company_id`.execute(owner);
  await sql`insert into links (company_id, purpose, record_id, token_hash, created_at, expires_at)
    select company_id, 'appointment', id, ${readToken(DEMO_APPOINTMENT)!.hash}, ${now}, ends_at from calendar_events
    where company_id = ${BRERA} and state = 'not_started' and ended_as is null and customer_id is not null
      and kind = 'appointment' and starts_at > ${new Date(now.getTime() + 48 * 3_600_000)} order by starts_at, id limit 1`.execute(
    owner,
  );
  await seedPages(owner, now);
  await seedEnclosures(owner, now);
  // Every third private customer answered each purpose at the first visit, some of them two years ago.
  await sql`insert into privacy_texts (company_id, kind, version, text, created_at)
    select company_id, kind, 1, text, ${new Date(now.getTime() - 900 * 86_400_000)} from companies, (values
      ('marketing', ${defaultTexts.marketing}), ('profiling', ${defaultTexts.profiling}), ('third_parties', ${defaultTexts.third_parties}))
      as texts (kind, text) where company_id = ${BRERA}`.execute(owner);
  await sql`insert into consents (company_id, customer_id, purpose, given, channels, way, said_on, text_id, proof, created_at)
    select c.company_id, c.id, t.kind, (c.id + length(t.kind)) % 4 <> 0,
      case when t.kind = 'marketing' and (c.id + length(t.kind)) % 4 <> 0 then case when c.id % 2 = 0 then array['email', 'whatsapp'] else array['email', 'sms', 'phone'] end else '{}' end,
      'paper', (${now}::timestamptz - make_interval(days => (c.id * 37 % 800)::int))::date, t.id, 'Modulo n. ' || c.id,
      ${now}::timestamptz - make_interval(days => (c.id * 37 % 800)::int)
    from customers c join privacy_texts t on t.company_id = c.company_id
    where c.company_id = ${BRERA} and c.type = 'private' and c.id % 3 = 0 order by c.id, t.kind`.execute(owner);
}
