import { newToken, readToken } from '#backend/lib/tokens.ts';
import type { auth as table } from '#domain/auth/endpoints.ts';
import { nothing, PASSWORD, type Calls } from '../area.ts';

export const auth: Calls<typeof table> = {
  'POST /auth/login': ({ as }) => ({ body: { email: as.email, password: PASSWORD } }),
  'POST /auth/logout': async ({ colleague }) => ({ as: await colleague() }),
  'GET /auth/user': nothing,
  'POST /auth/reset': ({ as }) => ({ body: { email: as.email } }),
  'POST /auth/password': async ({ colleague, query }) => {
    const as = await colleague();
    const token = newToken(as.companyId);
    await query(
      "insert into password_resets (company_id, user_id, token_hash, expires_at) values ($1, $2, $3, '2027-12-31')",
      [as.companyId, as.id, readToken(token)!.hash],
    );
    return { as, body: { token, password: 'quattro-gatti-sul-tetto' } };
  },
};
