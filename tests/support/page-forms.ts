/** Forms of open pages that wait for their code. */
import { keyedHash } from '#backend/lib/work/seal.ts';
import type { CallName } from '#domain/endpoints.ts';
import type { Side } from './area.ts';

const CODE = '123456';

/** What others have sent waits no more, so that a form of the same network is taken. */
export const othersAreDone = (side: Side) =>
  side.query('update page_forms set waits_until = created_at where company_id = $1', [side.companyId]);

/** Sends a form: its id, and what confirms it. */
export async function waitingForm(side: Side, name: CallName, form: { token: string }) {
  const { body } = await side.call(name, { body: form });
  const id = parseInt(body.form.split('.')[0], 36);
  await side.query('update page_forms set code_hash = $3 where company_id = $1 and id = $2', [
    ...[side.companyId, id, keyedHash(side.config, 'page-code', `${id} ${CODE}`)],
  ]);
  return { id, body: { token: form.token, form: body.form as string, code: CODE } };
}
