import type { Choices } from './NewsForm.tsx';

/** The companies and brands that something may be for. */
export async function audienceChoices(call: App.Locals['call']): Promise<Choices> {
  const [{ dealers }, { brands }] = await Promise.all([
    call('GET /companies/network', {}),
    call('GET /network/files', { query: { limit: 1 } }),
  ]);
  return { companies: dealers.map(({ id, name }) => ({ id, name })), brands };
}
