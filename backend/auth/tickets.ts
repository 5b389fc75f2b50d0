import { createHash } from 'node:crypto';
import { STEP_MINUTES } from '#domain/auth/limits.ts';
import { Failure } from '#domain/errors.ts';
import type { Ctx, PublicCtx } from '../lib/context.ts';
import { readLogin } from '../lib/people.ts';
import { seal, unseal } from '../lib/seal.ts';

/** Between two steps nothing is kept here: what the first one found out travels sealed, for ten minutes. */
export interface Ticket {
  companyId: number;
  userId: number;
  /** `code`, `activate`: the password was right. `setup`: somebody logged in sets up the app. */
  step: 'code' | 'activate' | 'setup';
  /** Of the password hash: a new password voids what was begun with the old one. */
  mark: string;
  /** Base64 of the secret that the app was given. */
  secret?: string;
}

const PURPOSE = 'login-step';

/** Of a PHC string; it travels sealed. */
export const markOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url').slice(0, 16);

const late = () =>
  new Failure('invalid', undefined, { fields: { ticket: 'È passato troppo tempo: ricominciare dall’accesso.' } });

export function giveTicket({ config, now }: Pick<PublicCtx, 'config' | 'now'>, ticket: Ticket) {
  const until = now.getTime() + STEP_MINUTES * 60_000;
  return {
    ticket: seal(config, PURPOSE, JSON.stringify({ ...ticket, until })),
    expiresAt: new Date(until).toISOString(),
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
  if (!ticket || ticket.step !== step || ticket.until <= now.getTime()) throw late();
  return ticket;
}

/** Throws when the person has chosen another password since. */
export async function checkMark(ctx: Ctx, { mark }: Ticket): Promise<void> {
  const login = await readLogin(ctx.db, { companyId: ctx.user.companyId, userId: ctx.user.id });
  if (!login || markOf(login.passwordHash) !== mark) throw late();
}
