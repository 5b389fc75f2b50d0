import type { Ctx } from '../lib/work/context.ts';

/** What happens with a round of signatures; all of it stands on the evidence. */
export const happenings = {
  asked: 'Documento inviato',
  opened: 'Pagina aperta',
  read: 'Documento letto fino in fondo',
  code: 'Codice inviato',
  wrong: 'Codice sbagliato',
  signed: 'Firmato con il codice',
  drawn: 'Firmato con il codice e a mano sul dispositivo della concessionaria',
  refused: 'Rifiutato',
  moved: 'Recapito cambiato',
  reminded: 'Sollecitato',
  tablet: 'Pagina aperta su un dispositivo della concessionaria',
  voided: 'Annullato',
  kept: 'Copia firmata a mano conservata',
  checked: 'Firma su carta controllata',
} as const;
export type Happening = keyof typeof happenings;

interface What {
  signatureId: number;
  signerId: number | null;
  what: Happening;
  detail?: string;
}

/** Adds to the evidence; the caller's address and browser are noted for what signers do. */
export async function note(ctx: Ctx, { detail = '', ...event }: What): Promise<void> {
  const { ip, userAgent, now, user } = ctx;
  const byPerson = user.id !== 0;
  await ctx.db
    .insertInto('signatureEvents')
    .values({
      companyId: user.companyId,
      ...event,
      detail,
      at: now,
      ip: byPerson ? '' : ip,
      agent: byPerson ? '' : userAgent.slice(0, 300),
    })
    .execute();
}
