/** The places that figures, lists and files name: what a closed one did can be read on. */
import { t } from '#site/lib/intl.ts';
import { figures as words } from '#site/messages/it/kit.ts';

/** All of the company by id and name, closed ones behind, which say so. */
export const placesOfFigures = async (call: App.Locals['call']): Promise<{ id: number; name: string }[]> =>
  (await call('GET /locations/open', { query: { closed: 'true' } })).map(({ id, name, closed }) => ({
    id,
    name: closed ? t(words.closedPlace, { name }) : name,
  }));
