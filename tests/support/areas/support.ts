import { MANUFACTURER } from '#domain/endpoint.ts';
import type { support as table } from '#domain/support/endpoints.ts';
import { nothing, type Calls, type Side } from '../area.ts';

const question = { subject: 'Il prezzo stampato non torna', text: 'In pagina è un altro.', page: '/dealer/quotes' };

/** A question that the side has asked. */
export async function askedTicket(side: Side): Promise<number> {
  const { status, body } = await side.call('POST /support/tickets', { body: question });
  if (status !== 201) throw new Error(`ticket: ${status} ${JSON.stringify(body)}`);
  return body.id as number;
}

const own = async (side: Side) => ({ params: { id: await askedTicket(side) } });
const atDoor = async (side: Side) => ({
  as: await side.colleague(MANUFACTURER),
  params: { company_id: side.companyId, id: await askedTicket(side) },
});

export const support: Calls<typeof table> = {
  'GET /support/tickets': nothing,
  'POST /support/tickets': () => ({ body: question }),
  'GET /support/tickets/:id': own,
  'POST /support/tickets/:id/messages': async (side) => ({ ...(await own(side)), body: { text: 'Ancora così.' } }),
  'POST /support/tickets/:id/close': own,
  'GET /network/tickets': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'GET /network/:company_id/tickets/:id': atDoor,
  'POST /network/:company_id/tickets/:id/messages': async (side) => ({
    ...(await atDoor(side)),
    body: { text: 'Il listino è in vigore.', as: 'wait' as const },
  }),
};
