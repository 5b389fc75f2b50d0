/** For the server: cars of the stock that are called as what was asked for. */
import { may, type CallAnswer, type CallInput, type CallName } from '#domain/endpoints.ts';
import { money } from '#domain/italian.ts';

type Call = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallAnswer<N>>;
type User = Parameters<typeof may>[0];

/** Cars that are shown. */
const MOST = 3;

/** What a car is drawn by; `coverId`: its first photo. */
interface Look {
  coverId: number | null;
  body: string;
  paint: string | null;
  colour: string | null;
}

export interface AskedStock {
  /** For each stock with such cars: their number, and the address of the list of exactly these. */
  lists: { stock: 'new' | 'used'; total: number; href: string }[];
  cars: { href: string; name: string; about: string; look: Look }[];
  /** What is asked for the car, in cents, where only one is called so; null: several are, or it has no price. */
  price: number | null;
}

const aboutOf = (location: string | null, price: number | null) =>
  [location, price !== null && money(price)].filter(Boolean).join(' · ');

/**
 * Cars on sale whose names contain all words of what was asked for, else its first two words; null when there are
 * none.
 */
export async function stockOf(call: Call, user: User, asked: string): Promise<AskedStock | null> {
  const words = asked.split(/\s+/).filter(Boolean);
  const tries = new Set([words.join(' '), words.slice(0, 2).join(' ')].filter(Boolean));
  for (const q of tries) {
    const query = { q: q.slice(0, 100), free: 'true' as const, limit: MOST };
    const [fresh, used] = await Promise.all([
      may(user, 'GET /stock/new') ? call('GET /stock/new', { query }) : null,
      may(user, 'GET /stock/used') ? call('GET /stock/used', { query }) : null,
    ]);
    const search = new URLSearchParams({ q: query.q, free: 'true' });
    const lists = [
      { stock: 'new', total: fresh?.total ?? 0, href: `/dealer/stock/new?${search}` } as const,
      { stock: 'used', total: used?.total ?? 0, href: `/dealer/stock/used?${search}` } as const,
    ].filter(({ total }) => total > 0);
    if (lists.length === 0) continue;
    const cars = [
      ...(fresh?.rows ?? []).map(({ id, maker, model, versionName, location, price, body, paint }) => ({
        href: `/dealer/stock/new/${id}`,
        look: { coverId: null, body, paint, colour: null },
        name: [maker, model, versionName].join(' '),
        about: aboutOf(location, price),
      })),
      ...(used?.rows ?? []).map(
        ({ id, maker, model, versionName, plate, location, retailPrice, coverId, body, colour }) => ({
          href: `/dealer/stock/used/${id}`,
          look: { coverId, body, paint: null, colour },
          name: [maker, model, versionName, plate].filter(Boolean).join(' '),
          about: aboutOf(location, retailPrice),
        }),
      ),
    ];
    const prices = [
      ...(fresh?.rows ?? []).map(({ price }) => price),
      ...(used?.rows ?? []).map(({ retailPrice }) => retailPrice),
    ];
    return { lists, cars: cars.slice(0, MOST), price: prices.length === 1 ? (prices[0] ?? null) : null };
  }
  return null;
}
