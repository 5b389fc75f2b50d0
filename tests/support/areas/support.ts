import { createHmac } from 'node:crypto';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { signedText } from '#domain/support/chat.ts';
import type { support as table } from '#domain/support/endpoints.ts';
import { nothing, type Calls, type Side } from '../area.ts';
import { sent } from './uploads.ts';

/** The key by which the chat of the test world signs. */
export const CHAT_KEY = 'chiave-della-chat-per-le-prove-0001';
/** A message of the chat with its signature. */
export const signedChat = (message: Parameters<typeof signedText>[0]) => ({
  ...message,
  signature: createHmac('sha256', CHAT_KEY).update(signedText(message)).digest('hex'),
});

const question = { subject: 'Il prezzo stampato non torna', text: 'In pagina è un altro.', page: '/dealer/quotes' };

/** A question that the side has asked. */
export async function askedTicket(side: Side): Promise<number> {
  const { status, body } = await side.call('POST /support/tickets', { body: question });
  if (status !== 201) throw new Error(`ticket: ${status} ${JSON.stringify(body)}`);
  return body.id as number;
}

const ready = { title: 'Listino', text: 'Il listino è in vigore.' };

const own = async (side: Side) => ({ params: { id: await askedTicket(side) } });
/** A question with a file that is shown. */
async function withFile(side: Side) {
  const id = await askedTicket(side);
  const fileId = await sent(side, 'ticket');
  const body = { text: 'Ecco la pagina', persons: true, fileIds: [fileId] };
  await side.call('POST /support/tickets/:id/messages', { params: { id }, body });
  return { id, fileId };
}
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
  'GET /support/tickets/:id/files/:fileId': async (side) => ({ params: await withFile(side) }),
  'POST /support/chat': (side) => ({
    body: signedChat({
      email: side.as.email,
      subject: 'Dalla chat',
      text: `${side.marker} ${side.next()}`,
      at: side.now().toISOString(),
    }),
  }),
  'GET /network/:company_id/tickets/:id/files/:fileId': async (side) => ({
    as: await side.colleague(MANUFACTURER),
    params: { company_id: side.companyId, ...(await withFile(side)) },
  }),
  'GET /network/tickets': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'GET /network/:company_id/tickets/:id': atDoor,
  'POST /network/:company_id/tickets/:id/handler': async (side) => {
    const { as, params } = await atDoor(side);
    return { as, params, body: { toId: as.id, from: null } };
  },
  'POST /network/:company_id/tickets/:id/cause': async (side) => ({
    ...(await atDoor(side)),
    body: { cause: 'Layout di una versione vecchia', from: '' },
  }),
  'GET /network/answers': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'POST /network/answers': async ({ colleague }) => ({ as: await colleague(MANUFACTURER), body: ready }),
  'DELETE /network/answers/:id': async (side) => {
    const as = await side.colleague(MANUFACTURER);
    const { status, body } = await side.call('POST /network/answers', { body: ready }, as);
    if (status !== 201) throw new Error(`ready answer: ${status} ${JSON.stringify(body)}`);
    return { as, params: { id: body.id as number } };
  },
  'POST /network/:company_id/tickets/:id/messages': async (side) => ({
    ...(await atDoor(side)),
    body: { text: 'Il listino è in vigore.', as: 'wait' as const },
  }),
};
