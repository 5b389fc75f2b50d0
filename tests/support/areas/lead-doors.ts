/** The doors by which other systems send leads, of a world of its own. */
import { readIntakes } from '#backend/leads/inbound.ts';
import type { Lead, WaitingIntake } from '#domain/leads/schema.ts';
import { testDatabase } from '../database.ts';
import { makeWorld } from '../world.ts';

/** A name and the contact of an ADF customer. */
export const customerOf = (first: string, last: string, phone: string, email: string, more = '') =>
  `<customer><contact><name part="first">${first}</name><name part="last">${last}</name><email>${email}</email><phone type="voice">${phone}</phone></contact>${more}</customer>`;
export const adfDocument = (prospect: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${head}<?adf version="1.0"?><adf><prospect>${prospect}</prospect></adf>`;

/** The address of a portal that the company admits. */
export const PORTAL = 'lead@portale.example.it';
/** A mail of that portal; `parts` begins with the headers of its body. */
export const portalMail = (parts: string, from = `Portale Auto <${PORTAL}>`) =>
  `From: ${from}\r\nTo: lead@brera.example.it\r\nSubject: Nuova richiesta\r\n${parts}`;
export const plainMail = (text: string) =>
  portalMail(`Content-Type: text/plain; charset=utf-8\r\n\r\n${text.replaceAll('\n', '\r\n')}\r\n`);
export const pageMail = (html: string) => portalMail(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`);

export async function leadDoors() {
  const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
  const { call, query } = world;
  const manager = await world.userWith('seeAllLeads', 'manageAllLeads', 'managePreferences');
  const settle = () => readIntakes.run(world.outside(), { companyId: 901 });
  const sendAdf = async (text: string | Buffer) => {
    const { status } = await call(manager, 'POST /leads/inbound/adf', {
      query: { source: 'PortaleProva' },
      file: Buffer.from(text),
    });
    await settle();
    return status;
  };
  const sendMail = async (text: string | Buffer) => {
    const { status } = await call(manager, 'POST /leads/inbound/mail', { file: Buffer.from(text) });
    await settle();
    return status;
  };
  const sendJson = async (...leads: object[]) => {
    const { status } = await call(manager, 'POST /leads/inbound', { body: { source: 'PortaleProva', leads } });
    await settle();
    return status;
  };
  return {
    ...world,
    manager,
    settle,
    sendAdf,
    sendMail,
    sendJson,
    empty: async () => {
      await query('delete from leads where company_id = 901');
      await query('delete from lead_intakes where company_id = 901');
    },
    /** Leads with all that is known of them, the first first; those that became a part of another are not among them. */
    leads: async (): Promise<Lead[]> => {
      const rows = await query('select id::int from leads where company_id = 901 and merged_into is null order by id');
      const found: Lead[] = [];
      for (const { id } of rows)
        found.push((await call(manager, 'GET /leads/:id', { params: { id: id as number } })).body as Lead);
      return found;
    },
    waiting: async () => (await call(manager, 'GET /leads/inbound', {})).body as WaitingIntake[],
    /** Lets the portal in; `mailServer`: the company's own. */
    admitPortal: async (mailServer = '') => {
      const { body: now } = await call(manager, 'GET /leads/settings', {});
      const senders = [{ address: PORTAL, name: 'Portale Auto', source: 'portal' }];
      const body = { ...now.periods[0].values, senders, mailServer, from: world.clock.now.toISOString().slice(0, 10) };
      await call(manager, 'PUT /leads/settings', { version: now.version, body });
    },
  };
}
