import { noticeFields } from '#domain/news/fields.ts';
import type { BegunNotice, Choices } from './NewsForm.tsx';

/** The companies and brands that something may be for. */
export async function audienceChoices(call: App.Locals['call']): Promise<Choices> {
  const [{ dealers }, { brands }] = await Promise.all([
    call('GET /companies/network', {}),
    call('GET /network/files', { query: { limit: 1 } }),
  ]);
  return { companies: dealers.map(({ id, name }) => ({ id, name })), brands };
}

/** The notice that another page begins by its address (`?new=notice&title=…&for=21,22`); null: none. */
export function begunNotice(asked: URLSearchParams, { companies }: Choices): BegunNotice | null {
  if (asked.get('new') !== 'notice') return null;
  const wanted = new Set((asked.get('for') ?? '').split(',').map(Number));
  return {
    title: (asked.get('title') ?? '').slice(0, noticeFields.title.maxLength),
    forCompanies: companies.flatMap(({ id }) => (wanted.has(id) ? [id] : [])),
  };
}
