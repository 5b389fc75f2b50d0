import type { LeadPage } from '#domain/leads/pages.ts';
import { channels, purposes, type Channel } from '#domain/privacy/terms.ts';
import { keysOf } from '#domain/machine.ts';
import { formOf, readPublic, sendForm, textsIn, type Refused } from '#site/parts/public-pages/form.server.ts';

const isChannel = (one: string): one is Channel => Object.hasOwn(channels, one);

/** Sends what the form says, with what was said of each text that it showed; null: it was accepted. */
export async function ask(request: Request, locals: App.Locals, token: string): Promise<Refused | null> {
  const form = await formOf(request);
  const chosen = form.getAll('channel').map(String).filter(isChannel);
  const typed = { ...textsIn(form), channels: chosen.join(' ') };
  const { key, name = '', phone = '', email = '', vehicle = '', message = '', website = '', shown } = textsIn(form);
  const said = keysOf(purposes)
    .filter((purpose) => form.has(`text-${purpose}`))
    .map((purpose) => ({
      purpose,
      textId: Number(form.get(`text-${purpose}`)),
      given: form.get(purpose) === 'yes',
      channels: purpose === 'marketing' && form.get(purpose) === 'yes' ? chosen : [],
    }));
  const body = { token, key, name, phone, email, vehicle, message, website, shown: Number(shown), said };
  return sendForm(request, locals, '/links/request', { body, typed });
}

/** The page of a link; 404 or 410 where there is none. */
export const readRequest = ({ call }: App.Locals, token: string): Promise<LeadPage | 404 | 410> =>
  readPublic(token, () => call('GET /links/request', { query: { token } }));
