import type { imports as table } from '#domain/imports/endpoints.ts';
import { created, nothing, type Calls, type Side } from '../area.ts';

const text = (side: Side) => `Codice;Descrizione;Prezzo\nX-${side.next()};${side.marker};120,50\nX-0;Senza prezzo;`;
const sending = (side: Side) => ({
  query: { kind: 'accessories' as const, name: `${side.marker} ${side.next()}.csv` },
  file: Buffer.from(text(side)),
});

/** An import that has been read. */
const sent = (side: Side) => created(side, 'POST /imports', sending(side));

/** An import that has been read and checked. */
async function ready(side: Side) {
  const { params, version } = await sent(side);
  const { body } = await side.call('POST /imports/:id/check', { params, version });
  return { params, version: body.version as number };
}

/** An import at work; small files finish too soon to observe that state. */
async function running(side: Side) {
  const { params } = await ready(side);
  await side.query("update imports set state = 'running' where id = $1", [params.id]);
  return { params };
}

export const imports: Calls<typeof table> = {
  'GET /imports': nothing,
  'POST /imports': ({ next }) => ({
    query: { kind: 'accessories', name: `prova ${next()}.csv` },
    file: Buffer.from(`Codice;Descrizione;Prezzo\nX-${next()};Prova;120,50`),
  }),
  'GET /imports/:id': ready,
  'PUT /imports/:id': async (side) => ({
    ...(await ready(side)),
    body: { fields: ['code', 'description', 'price'], matches: ['code'] },
  }),
  'PUT /imports/:id/list': async (side) => ({
    ...(await ready(side)),
    body: { worksheet: 0, headRow: 1, headLines: 1 },
  }),
  'PUT /imports/:id/meanings': async (side) => ({ ...(await ready(side)), body: { unfixed: ['doubles'] } }),
  'POST /imports/:id/check': sent,
  'GET /imports/:id/results': async (side) => ({ ...(await ready(side)), query: {} }),
  'GET /imports/:id/rows': async (side) => ({ ...(await ready(side)), query: {} }),
  'PUT /imports/:id/rows': async (side) => ({
    ...(await ready(side)),
    body: { rows: [{ row: 3, field: 'price', text: '9' }] },
  }),
  'DELETE /imports/:id': ready,
  'POST /imports/:id/start': ready,
  'POST /imports/:id/stop': running,
  'POST /imports/:id/undo': async (side) => {
    const { params, version } = await ready(side);
    await side.call('POST /imports/:id/start', { params, version });
    return { params };
  },
  'GET /imports/:id/errors': async (side) => ({ ...(await ready(side)), query: { format: 'csv' } }),
  'POST /imports/:id/errors': async (side) => ({
    ...(await ready(side)),
    file: Buffer.from('Riga;Codice;Descrizione;Prezzo\n3;X-0;Senza prezzo;12'),
  }),
  'GET /imports/template': () => ({ query: { kind: 'accessories', format: 'csv' } }),
};
