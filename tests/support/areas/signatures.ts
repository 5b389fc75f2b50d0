import type { signatures as table } from '#domain/signatures/endpoints.ts';
import { keyedHash } from '#backend/lib/work/seal.ts';
import { newToken, readToken } from '#backend/lib/people/tokens.ts';
import { created, once, type Calls, type Side } from '../area.ts';
import { madeBy } from './contracts.ts';
import { sent as sentUpload } from './uploads.ts';

const signer = (side: Side) => ({
  role: 'buyer' as const,
  channel: 'mail' as const,
  email: `firma${side.next()}@prova.example.it`,
  phone: null,
  confirmed: true as const,
});
/** A scan that waits for somebody who does not sell. */
const byHand = async (side: Side, of: { entity: string; recordId: number }) => ({
  ...of,
  uploadId: await sentUpload(side, 'signed_paper'),
  signedOn: '2026-11-20',
  signers: ['buyer' as const],
  blocks: [...blocks],
});
/** A contract whose document may be signed. */
const fresh = async (side: Side) => {
  const { params } = await madeBy(side, side.as);
  return { entity: 'contract', recordId: params.id };
};
const record = once(fresh);

async function asked(side: Side) {
  const body = { ...(await fresh(side)), inOrder: false, signers: [signer(side)] };
  const answer = await side.call('POST /signatures', { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body as { id: number; version: number; number: string; signers: [{ id: number }] };
}
const oneAsked = once(asked);
const round = async (side: Side) => {
  const { id, version } = await oneAsked(side);
  return { params: { id }, version };
};

/** The private link of a signer: the one that is mailed cannot be read again. */
async function token(side: Side, of = oneAsked): Promise<{ token: string; signerId: number }> {
  const { signers } = await of(side);
  const own = newToken(side.companyId);
  await side.query(
    `insert into links (company_id, purpose, record_id, token_hash, expires_at) values ($1, 'signature', $2, $3, '2030-01-01')`,
    [side.companyId, signers[0].id, readToken(own)!.hash],
  );
  return { token: own, signerId: signers[0].id };
}
const byLink = async (side: Side) => ({ query: { token: (await token(side)).token } });
/** A customer with a valid identity paper, in a company that offers the advanced signature. */
async function identified(side: Side, id: number): Promise<{ scanId: number }> {
  const scan = await sentUpload(side, 'customer_document');
  const documents = [{ kind: 'passport', number: 'YA1', issuer: '', issuedOn: null, expiresOn: '2030-01-01', scan }];
  await side.query('update customers set documents = $2 where id = $1', [id, JSON.stringify(documents)]);
  for (const [key, value] of [
    ['contracts.advancedSignature', 'true'],
    ['contracts.advancedInsurance', '"Polizza 1"'],
  ])
    await side.query(
      `insert into params (company_id, key, valid_from, value) values ($1, $2, '2020-01-01', $3) on conflict do nothing`,
      [side.companyId, key, value],
    );
  return { scanId: scan };
}
const accepting = ({ scanId }: { scanId: number }) => ({
  body: {
    scanId,
    phone: '+393331234567',
    read: true as const,
    confirmed: true as const,
    drawing: Array.from({ length: 14 }, (_, n) => `${n ? 'L' : 'M'}${20 + n * 9} ${40 + (n % 3) * 30}`).join(''),
    uploadId: null,
  },
});
const person = (side: Side) =>
  created(side, 'POST /customers', {
    body: { type: 'private', firstName: 'Anna', lastName: 'Prova', phone: '+393331234567' },
  });
async function accepted(side: Side, of?: number) {
  const id = of ?? (await person(side)).params.id;
  const answer = await side.call('POST /signatures/people/:id', {
    params: { id },
    ...accepting(await identified(side, id)),
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { params: { id, acceptance: answer.body.history[0].id as number } };
}
/** The link of a signer who has accepted the advanced signature. */
async function acceptedLink(side: Side) {
  await accepted(side, side.customerId);
  return token(side);
}
const blocks = ['proposal', 'clauses', 'privacy', 'used_condition', 'warranty', 'trade_in', 'pre_contract'] as const;

export const signatures: Calls<typeof table> = {
  'GET /signatures': async (side) => ({ query: await record(side) }),
  'GET /signatures/asked': async (side) => ({ query: await record(side) }),
  'POST /signatures': async (side) => ({ body: { ...(await record(side)), inOrder: true, signers: [signer(side)] } }),
  'POST /signatures/paper': async (side) => {
    return { body: await byHand(side, await record(side)) };
  },
  'POST /signatures/:id/check': async (side) => {
    await side.colleague();
    const kept = await side.call('POST /signatures/paper', { body: await byHand(side, await fresh(side)) });
    if (kept.status !== 201) throw new Error(JSON.stringify(kept.body));
    return { params: { id: kept.body.id }, version: kept.body.version, as: await side.colleague() };
  },
  'GET /signatures/:id/original': async (side) => ({ params: (await round(side)).params }),
  'GET /signatures/:id/signed': async (side) => {
    const { id } = await asked(side);
    await side.query('update signatures set sealed_key = file_key where id = $1', [id]);
    return { params: { id } };
  },
  'POST /signatures/:id/remind': async (side) => ({ params: (await round(side)).params }),
  'POST /signatures/:id/signers/:signer/tablet': async (side) => {
    const { id, signers } = await oneAsked(side);
    return { params: { id, signer: signers[0].id } };
  },
  'PUT /signatures/:id/signers/:signer': async (side) => {
    const { id, version, signers } = await oneAsked(side);
    const { role: _role, ...reach } = signer(side);
    return { params: { id, signer: signers[0].id }, version, body: reach };
  },
  'POST /signatures/:id/void': async (side) => ({ ...(await round(side)), body: { reason: 'Prezzo cambiato' } }),
  'GET /signing': byLink,
  'GET /signing/pages/:page': async (side) => ({ ...(await byLink(side)), params: { page: 1 } }),
  'GET /signing/document': byLink,
  'POST /signing/opened': async (side) => ({ body: { token: (await token(side)).token } }),
  'POST /signing/progress': async (side) => ({
    body: { token: (await token(side)).token, pages: [1], blocks: [...blocks] },
  }),
  'POST /signing/code': async (side) => ({
    body: { token: (await token(side)).token, read: true as const, blocks: [...blocks] },
  }),
  'POST /signing/sign': async (side) => {
    const { token: own, signerId } = await token(side, asked);
    const hash = keyedHash(side.config, 'signature-code', `${signerId} 123456`);
    const approved = Object.fromEntries(blocks.map((kind) => [kind, side.now()]));
    await side.query('update signature_signers set code_hash = $2, code_at = $3, approved = $4 where id = $1', [
      signerId,
      hash,
      side.now(),
      JSON.stringify(approved),
    ]);
    return { body: { token: own, code: '123456' } };
  },
  'POST /signing/refuse': async (side) => ({ body: { token: (await token(side)).token, reason: 'Non va bene' } }),
  'GET /signatures/people/:id': async (side) => ({ params: (await person(side)).params }),
  'POST /signatures/people/:id': async (side) => {
    const { params } = await person(side);
    return { params, ...accepting(await identified(side, params.id)) };
  },
  'POST /signatures/people/:id/revoke': async (side) => ({ params: { id: (await accepted(side)).params.id } }),
  'GET /signatures/people/:id/declaration': async (side) => ({ params: (await person(side)).params }),
  'GET /signatures/people/:id/declaration/:acceptance': accepted,
  'GET /signatures/people/:id/paper/:acceptance': accepted,
  'GET /signing/declaration': async (side) => ({ query: { token: (await acceptedLink(side)).token } }),
  'POST /signing/revoke': async (side) => ({ body: { token: (await acceptedLink(side)).token } }),
  'GET /verify': async (side) => ({ query: { number: (await oneAsked(side)).number, hash: 'a'.repeat(64) } }),
};
