/** What an area says of records whose document is signed; the area `signatures` does the rest. */
import type { CourseStep } from '#domain/signatures/schema.ts';
import { liveStates, type BlockKind, type SignerRole } from '#domain/signatures/terms.ts';
import type { Missing } from '#domain/errors.ts';
import type { Printed } from '#backend/documents/printed.ts';
import { SYSTEM } from '../people/people.ts';
import type { Vocabulary } from '../records/timeline.ts';
import type { Ctx } from '../work/context.ts';

/** A part of the document that is signed separately: its title, and the text that the signer ticks. */
export interface Block {
  kind: BlockKind;
  title: string;
  text: string;
}

/** Somebody who signs, with what the record knows of how to reach them. */
export interface Party {
  role: SignerRole;
  /** The customer who that is; null: nobody of the register. */
  customerId: number | null;
  name: string;
  email: string | null;
  phone: string | null;
}

/** A record as the signature sees it. */
export interface Signing {
  id: number;
  version: number;
  /** `Contratto C-2026-00012`. */
  title: string;
  /** The car and the price, in the words of who signs. */
  about: string;
  /** The body and paint in which the car is drawn; absent: none is, or they are not known. */
  car?: { body: string; paint: string | null } | undefined;
  sellerId: number;
  href: string;
  blocks: readonly Block[];
  parties: readonly Party[];
  /** Everything that must be there before the document may be signed. */
  missing: readonly Missing[];
  /** Whether the caller may ask for signatures in this state. */
  open: boolean;
  /** The day on which the record was made: nobody signed it before. */
  firstDay: string;
  /** Whether the company itself buys. */
  companyBuys: boolean;
  /**
   * A paper that was signed by hand counts once the back office has checked it, but not one of these people, who sell;
   * null: it counts at once.
   */
  checks: { notBy: readonly number[] } | null;
  /** Since when the document says what it says, where that is known: nobody signed it on paper before. */
  since?: string | null;
  /** The steps of the sale for who has signed. */
  course: readonly CourseStep[];
}

/** A kind of record whose document is signed. */
export interface Signable {
  /** The entity in signatures and audit. */
  entity: string;
  /** The entity whose moves may end that the document is signed. */
  movedBy: string;
  printed: Printed;
  /**
   * Reads the record with the caller's rights; with `lock` for who changes its signatures, with `checks` also for who
   * checks its paper. Throws `not_found` or `forbidden`.
   */
  read(ctx: Ctx, id: number, options?: { lock?: boolean; checks?: boolean }): Promise<Signing>;
}

/** The round of signatures that counts for a record or may come to count; null: there is none. */
export async function signatureOf({ db, user }: Ctx, entity: string, recordId: number) {
  const row = await db
    .selectFrom('signatures')
    .select(['id', 'kind', 'state', 'number', 'hash', 'endedAt', 'sealedKey', 'pagesKey', 'fileKey'])
    .where('companyId', '=', user.companyId)
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .where('state', 'in', liveStates)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** What differs once the signatures of these records have gone on, whoever it was. */
export async function signaturesStamp(
  { db, user }: Ctx,
  entities: readonly string[],
  recordId: number,
): Promise<string> {
  const { companyId } = user;
  const rounds = await db
    .selectFrom('signatures as r')
    .leftJoin('signatureSigners as s', (on) =>
      on.onRef('s.companyId', '=', 'r.companyId').onRef('s.signatureId', '=', 'r.id').on('s.companyId', '=', companyId),
    )
    .select(({ fn }) => ['r.id', 'r.version', 'r.sealedAt', fn.count('s.signedAt').as('signed')])
    .where('r.companyId', '=', companyId)
    .where('r.entity', 'in', entities)
    .where('r.recordId', '=', recordId)
    .groupBy(['r.companyId', 'r.id'])
    .orderBy('r.id')
    .execute();
  return rounds.map(({ id, version, sealedAt, signed }) => `${id}.${version}.${signed}${sealedAt ? 's' : ''}`).join();
}

/** The record whose document somebody signs, and who that is; null: there is no such signer, or the round is void. */
export async function signerBehind({ db, user }: Ctx, signerId: number) {
  const row = await db
    .selectFrom('signatureSigners as s')
    .innerJoin('signatures as r', (on) =>
      on.onRef('r.companyId', '=', 's.companyId').onRef('r.id', '=', 's.signatureId'),
    )
    .select(['r.entity', 'r.recordId', 's.name', 's.email'])
    .where('s.companyId', '=', user.companyId)
    .where('r.companyId', '=', user.companyId)
    .where('s.id', '=', signerId)
    .where('r.state', 'in', ['open', 'signed'])
    .executeTakeFirst();
  return row ?? null;
}

/** What signing does to a record, by the action of its audit: verb phrases of its activity. */
export const signatureDid = {
  signature_asked: 'ha inviato un documento da firmare',
  signature_kept: 'ha registrato la firma su carta',
  signature_drawn: 'ha fatto firmare a mano sul proprio schermo',
  signature_code_sent: 'ha inviato un codice per firmare sul proprio schermo',
  signature_checked: 'ha controllato la firma su carta',
  signature_reminded: 'ha sollecitato la firma',
  signature_tablet: 'ha preparato la pagina della firma per un tablet',
  signature_moved: 'ha cambiato un recapito per la firma',
  signature_voided: 'ha annullato le firme',
  signature_refused: 'non ha firmato',
  signature_opened: 'ha aperto la pagina della firma',
  signature_read: 'ha letto fino in fondo il documento da firmare',
  signature_approved: 'ha approvato tutte le parti da firmare',
  signature_unapproved: 'ha tolto un’approvazione dal documento da firmare',
  signature_code: 'ha chiesto il codice per firmare',
  signature_given: 'ha firmato, mancano altre firme',
  signed: 'ha firmato: le firme ci sono tutte',
};

/** Who signs by a link: nobody of the company did it, and the round of signatures says which of them. */
export const bySigner: NonNullable<Vocabulary['outside']> = (action, after, noted) => {
  const what = noted === SYSTEM ? (signatureDid as Readonly<Partial<Record<string, string>>>)[action] : undefined;
  return what === undefined ? null : { who: String(after?.signer ?? 'Chi firma'), what };
};
