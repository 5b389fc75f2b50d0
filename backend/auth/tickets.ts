import { createHash } from 'node:crypto';
import { LINK_MINUTES, STEP_MINUTES } from '#domain/auth/limits.ts';
import { Failure } from '#domain/errors.ts';
import type { Ctx, PublicCtx } from '../lib/context.ts';
import { readLogin } from '../lib/people.ts';
import { seal, unseal } from '../lib/seal.ts';

/** Between two steps nothing is kept here: what the first one found out travels sealed, for ten minutes, by mail for half an hour. */
export interface Ticket {
  companyId: number;
  userId: number;
  /**
   * `code`: the password was right. `link`: it was, and this came by mail; `activate`: it was right there, too. `setup`: somebody logged in
   * sets up the app.
   */
  step: 'code' | 'link' | 'activate' | 'setup';
  /** Of the password hash: a new password voids what was begun with the old one. */
  mark: string;
  /** Base64 of the secret that the app was given. */
  secret?: string;
  /** When the factor was activated that there was as the set-up began, null without one: it replaces no other. */
  over?: string | null;
}

const PURPOSE = 'login-step';

/** Of a PHC string; it travels sealed. */
export const markOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url').slice(0, 16);

const late = (step: Ticket['step']) =>
  new Failure('invalid', undefined, {
    fields:
      step === 'link'
        ? { link: 'Il collegamento non vale più: accedere di nuovo per riceverne un altro.' }
        : { ticket: 'È passato troppo tempo: ricominciare dall’accesso.' },
  });

/** When what is given now for a step is over. */
export const endOf = (now: Date, step: Ticket['step']): Date =>
  new Date(now.getTime() + (step === 'link' ? LINK_MINUTES : STEP_MINUTES) * 60_000);

export function giveTicket({ config, now }: Pick<PublicCtx, 'config' | 'now'>, ticket: Ticket) {
  const until = endOf(now, ticket.step);
  return {
    ticket: seal(config, PURPOSE, JSON.stringify({ ...ticket, until: until.getTime() })),
    expiresAt: until.toISOString(),
  };
}

/** What a ticket says; throws `invalid` when it is over, damaged, or of another step. */
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

/** Throws when the person has chosen another password since. */
export async function checkMark(ctx: Ctx, { mark, step }: Ticket): Promise<void> {
  const login = await readLogin(ctx.db, { companyId: ctx.user.companyId, userId: ctx.user.id });
  if (!login || markOf(login.passwordHash) !== mark) throw late(step);
}
