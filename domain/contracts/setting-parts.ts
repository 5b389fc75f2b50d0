import type { SettingPart } from '../record/setting-parts.ts';
import type { ContractSettings } from './setting-fields.ts';

/** The cards of what a company sets for its contracts. */
export const contractParts: readonly SettingPart<keyof ContractSettings>[] = [
  {
    id: 'required',
    title: 'Campi obbligatori',
    help: 'Che cosa va scritto, per canale, prima di ogni passaggio. Chi manda avanti il contratto legge tutto quello che manca.',
    keys: ['required'],
    wide: true,
  },
  {
    id: 'documents',
    title: 'Documenti obbligatori',
    help: 'Che cosa va allegato, per canale, cliente e finanziamento, prima di ogni passaggio. Un allegato scaduto non vale, e smette di mancare quando ce n’è uno valido dello stesso tipo.',
    keys: ['documents'],
    wide: true,
  },
  {
    id: 'validation',
    title: 'Validazione e firma',
    help: 'Chi valida che cosa, e da quando serve la firma del cliente.',
    keys: ['skipCommercial', 'sameValidator', 'signatureBefore'],
  },
  {
    id: 'advanced',
    title: 'Firma elettronica avanzata',
    help: 'Vale come una firma su carta, se il cliente è stato identificato e ha aderito: la dichiarazione firmata e la copia del documento d’identità si conservano vent’anni, e può revocarla quando vuole. Prima di accenderla far leggere le condizioni a un legale. Spenta, si firma con la firma elettronica semplice.',
    keys: ['advancedSignature', 'advancedInsurance', 'advancedConditions'],
    wide: true,
  },
  {
    id: 'money',
    title: 'Margine e incassi',
    help: 'Sotto il margine serve un motivo; entro la differenza la consegna si chiude.',
    keys: ['marginFloor', 'sellerReceipts', 'tolerance', 'claimDays'],
  },
  {
    id: 'clauses',
    title: 'Condizioni',
    help: 'Numerate sul contratto; quelle da approvare a parte hanno la loro firma. Un contratto firmato tiene le sue.',
    keys: ['clauses', 'onerous'],
    wide: true,
  },
];
