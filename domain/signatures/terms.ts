/** Words and limits of signatures (specification §3 "Signature types", rules.md §14). */
import type { State } from '../record/machine.ts';

export const signatureKinds = { digital_otp: 'Firma con codice', analogic: 'Firma a mano' } as const;
export type SignatureKind = keyof typeof signatureKinds;

/** States of one round of signatures of a document. `checking`: signed on paper, which a colleague has not seen yet. */
export const signatureStates = {
  open: { label: 'In firma', tone: 'info' },
  checking: { label: 'Da controllare', tone: 'warn' },
  signed: { label: 'Firmato', tone: 'ok' },
  refused: { label: 'Rifiutato', tone: 'bad' },
  voided: { label: 'Annullato', tone: 'mute' },
} as const satisfies Record<string, State>;
export type SignatureState = keyof typeof signatureStates;
/** Rounds that count or may come to count: a document has one of them at most. */
export const liveStates = ['open', 'checking', 'signed'] as const satisfies SignatureState[];

/** States of one signer within a round. `waiting`: somebody else signs first. */
export const signerStates = {
  waiting: { label: 'Dopo gli altri', tone: 'mute' },
  asked: { label: 'Da firmare', tone: 'info' },
  signed: { label: 'Ha firmato', tone: 'ok' },
  refused: { label: 'Ha rifiutato', tone: 'bad' },
} as const satisfies Record<string, State>;
export type SignerState = keyof typeof signerStates;

export const signerRoles = {
  buyer: 'Acquirente',
  co_buyer: 'Cointestatario',
  guarantor: 'Garante',
  legal_representative: 'Legale rappresentante',
  driver: 'Conducente',
  dealer: 'Concessionaria',
} as const;
export type SignerRole = keyof typeof signerRoles;

/** By what the code reaches the signer. */
export const codeChannels = { sms: 'SMS', mail: 'E-mail' } as const;
export type CodeChannel = keyof typeof codeChannels;

/** What a document asks to be signed separately; the record says which of them it has. */
export const blockKinds = {
  proposal: 'Proposta',
  clauses: 'Clausole (artt. 1341 e 1342 c.c.)',
  privacy: 'Privacy',
  used_condition: 'Stato d’uso',
  warranty: 'Garanzia di 12 mesi',
  trade_in: 'Permuta',
  pre_contract: 'Finanziamento e polizze',
  drive: 'Prova su strada',
  addendum: 'Addendum',
} as const;
export type BlockKind = keyof typeof blockKinds;

/** The forms in which a signer reads the document: its A4 pages, or as many as a phone shows at a size that is read there. */
export const pageForms = { page: 'Pagina', phone: 'Telefono' } as const;
export type PageForm = keyof typeof pageForms;

/** The outcomes of checking a file on the public page. */
export const verdicts = {
  genuine: 'Autentico',
  changed: 'Modificato',
  voided: 'Annullato',
  unknown: 'Sconosciuto',
} as const;
export type Verdict = keyof typeof verdicts;

export const MOST_SIGNERS = 6;
/** Rounds of one record; a further one wants the record to be looked at. */
export const MOST_ROUNDS = 50;
/** Days for which a signer's page opens: it also tells the course of the sale after the signature. */
export const PAGE_DAYS = 400;
/** For how many minutes a signer's page opens on a tablet of the dealer. */
export const TABLET_MINUTES = 30;
/** Days after which a signer who has not signed is reminded. */
export const REMIND_DAYS = [2, 5] as const;
/** Days within which a document can be signed. */
export const SIGN_DAYS = 30;
/** The longest drawing of a signature, in characters. */
export const MOST_DRAWING = 100_000;
export const MOST_REASON = 500;
/** Pages of a document in one of its forms. */
export const MOST_PAGES = 500;
