/** What the page of a statement shows, by its address. */
import type { User } from '#domain/auth/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import { may } from '#domain/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { openOf, saleOf, shareIn } from './disputes.ts';
import { shownTargets } from './stands.server.ts';
import { readTrial } from './trial.server.ts';

const natural = (text: string | null | undefined): number => {
  const n = Number(text);
  if (!Number.isSafeInteger(n) || n < 1) throw new Failure('not_found');
  return n;
};

/** The most disputes of which the page says what they would change, the last ones. */
const MOST_EFFECTS = 10;

/** The statement with its lines of a page, what is said of it, and the sale whose rules are tried; throws `not_found`. */
export async function readStatement(call: App.Locals['call'], user: User, id: string | undefined, url: URL) {
  const { searchParams, pathname } = url;
  const params = { id: natural(id) };
  const page = natural(searchParams.get('page') ?? '1');
  const [statement, comments, targets] = await Promise.all([
    call('GET /commissions/statements/:id', { params, query: { page } }),
    call('GET /commissions/statements/:id/comments', { params }),
    call('GET /commissions/statements/:id/targets', { params }),
  ]);
  // Beyond the last page of its lines.
  if (page > 1 && statement.lines.length === 0) throw new Failure('not_found');
  const isTried = searchParams.has('contract') || searchParams.has('number');
  const tried = isTried ? await readTrial(call, user, searchParams) : null;
  const { id: userId } = statement.user;
  const asked = openOf(comments.rows, userId).flatMap((comment) => {
    const shared = saleOf(comment, statement.lines).filter(({ earns }) => earns === 'seller');
    const contractId = shared.at(-1)?.kind === 'reversed' ? null : shared[0]?.contractId;
    const share = shareIn(comment.text);
    return contractId != null && share !== null ? [{ comment: comment.id, contractId, share }] : [];
  });
  const effects = await Promise.all(
    asked.slice(-MOST_EFFECTS).map(async ({ comment, contractId, share }) => {
      const query = { userId, share: Math.round(share * 100) };
      const effect = await call('GET /commissions/contracts/:id/effect', { params: { id: contractId }, query }).catch(
        (error: unknown) => {
          // Who shares the sale no longer learns nothing of it.
          if (error instanceof Failure && error.code === 'not_found') return [];
          throw error;
        },
      );
      return [comment, effect] as const;
    }),
  );
  const props = {
    statement,
    keeps: may(user, 'POST /commissions/contracts/:id/split'),
    effects: Object.fromEntries(effects),
    isOwn: userId === user.id,
    today: dayInRome(new Date()),
    tried: tried?.trial?.contractId,
    targets: shownTargets(targets, statement.month, may(user, 'GET /stats/targets')),
  };
  const kept: Record<string, string> = page > 1 ? { page: String(page) } : {};
  return { props, comments, tried, kept, close: page > 1 ? `?page=${page}` : pathname };
}
