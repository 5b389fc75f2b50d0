import type { LeadPage } from '#domain/leads/pages.ts';
import { channels, purposes, type Channel } from '#domain/privacy/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import { formOf, readPublic, sendForm, textsIn, type Refused } from '#site/parts/public-pages/form.server.ts';

const isChannel = (one: string): one is Channel => Object.hasOwn(channels, one);

type Query = Record<string, string>;

/** Sends what the form says, with what was said of each text that it showed; the query of the page that follows. */
async function hold(request: Request, locals: App.Locals, token: string, form: FormData): Promise<Refused | Query> {
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
  const sent = await sendForm<CallAnswer<'POST /links/request'>>(request, locals, '/links/request', { body, typed });
  if ('refused' in sent) return sent.refused;
  const { form: wait, by } = sent.answer;
  return by === null ? { done: '1' } : { wait, by };
}

/** Confirms by its code what waits. */
async function confirm(request: Request, locals: App.Locals, token: string, form: FormData): Promise<Refused | Query> {
  const typed = textsIn(form);
  const body = { token, form: typed.wait, code: typed.code ?? '' };
  const sent = await sendForm(request, locals, '/links/request/confirm', { body, typed });
  return 'refused' in sent ? sent.refused : { done: 'confirmed' };
}

/** Sends what the page holds: the form, or the code; the query of the page that follows where it was accepted. */
export async function ask(request: Request, locals: App.Locals, token: string): Promise<Refused | Query> {
  const form = await formOf(request);
  return (form.has('wait') ? confirm : hold)(request, locals, token, form);
}

/** The page of a link; 404 or 410 where there is none. */
export const readRequest = ({ call }: App.Locals, token: string): Promise<LeadPage | 404 | 410> =>
  readPublic(token, () => call('GET /links/request', { query: { token } }));
