import { createHash } from 'node:crypto';
import { LINK_MINUTES, STEP_MINUTES } from '#domain/auth/limits.ts';
import { Failure } from '#domain/errors.ts';
import type { Ctx, PublicCtx } from '../lib/work/context.ts';
import { readLogin } from '../lib/people/people.ts';
import { seal, unseal } from '../lib/work/seal.ts';

/**
 * State between two steps of a login. The server stores none of it: it travels sealed, for ten minutes, or for half an
 * hour by mail.
 */
export interface Ticket {
  companyId: number;
  userId: number;
  /**
   * `code`: the password was right. `link`: it was, and this came by mail. `activate`: it was right after the link,
   * too. `setup`: a logged-in person sets up the app.
   */
  step: 'code' | 'link' | 'activate' | 'setup';
  /** Mark of the password hash: a new password voids steps begun with the old one. */
  mark: string;
  /** The app's secret in base64. */
  secret?: string;
  /**
   * When the factor that existed at the beginning of the set-up was activated; null without one. The set-up replaces
   * only that factor.
   */
  over?: string | null;
  /** When it ends, in milliseconds since 1970; a ticket given again for the same step keeps its end. */
  until?: number;
}

const PURPOSE = 'login-step';

/** The mark of a PHC string; it travels sealed. */
export const markOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url').slice(0, 16);

const late = (step: Ticket['step']) =>
  new Failure('invalid', undefined, {
    fields:
      step === 'link'
        ? { link: 'Il collegamento non vale più: accedere di nuovo per riceverne un altro.' }
        : { ticket: 'È passato troppo tempo: ricominciare dall’accesso.' },
  });

/** When a ticket given now for a step expires. */
export const endOf = (now: Date, step: Ticket['step']): Date =>
  new Date(now.getTime() + (step === 'link' ? LINK_MINUTES : STEP_MINUTES) * 60_000);

/** Seals a ticket: a new one ends after the time of its step, one that was taken before keeps its end. */
export function giveTicket({ config, now }: Pick<PublicCtx, 'config' | 'now'>, ticket: Ticket) {
  const until = ticket.until ?? endOf(now, ticket.step).getTime();
  return {
    ticket: seal(config, PURPOSE, JSON.stringify({ ...ticket, until })),
    expiresAt: new Date(until).toISOString(),
  };
}

/** Reads a ticket; throws `invalid` when it has expired, is damaged, or belongs to another step. */
export function takeTicket(
  { config, now }: Pick<PublicCtx, 'config' | 'now'>,
  given: string,
  step: Ticket['step'],
): Ticket {
  const opened = unseal(config, PURPOSE, given);
  const ticket = opened && (JSON.parse(opened.text) as Ticket & { until: number });
  if (!ticket || ticket.step !== step || ticket.until <= now.getTime()) throw late(step);
  return ticket;
}

/** Throws when the person has changed the password since. */
export async function checkMark(ctx: Ctx, { mark, step }: Ticket): Promise<void> {
  const login = await readLogin(ctx.db, { companyId: ctx.user.companyId, userId: ctx.user.id });
  if (!login || markOf(login.passwordHash) !== mark) throw late(step);
}
