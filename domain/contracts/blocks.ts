/** The parts of a contract that are signed separately (rules.md §14), with what each says. */
import type { BlockKind } from '../signatures/terms.ts';
import type { ContractFacts } from './facts.ts';
import { namedConditions } from './onerous.ts';
import { conclusionText } from './withdrawal.ts';
import type { ContractSettings } from './setting-fields.ts';

type Of = Pick<ContractFacts, 'kind' | 'customerType' | 'agreedTradeIns' | 'concluded' | 'financed' | 'insured'> & {
  settings: ContractSettings;
};

interface Part {
  kind: BlockKind;
  title: string;
  text: string;
}

/**
 * The parts in the order in which they are signed: what cannot concern this sale is left out. The reduction of the legal
 * warranty to twelve months concerns consumers and used cars only (Codice del consumo, art. 133).
 */
export function blocksOf(
  { kind, customerType, agreedTradeIns, concluded, financed, insured, settings }: Of,
  warranty: { text: string } | null,
): Part[] {
  const isUsed = kind !== 'new';
  // Given before the sale: Testo unico bancario art. 124, regolamento IVASS 40/2018 art. 56.
  const given = [
    ...(financed > 0 ? [{ what: 'Finanziamento', paper: 'le informazioni precontrattuali sul credito' }] : []),
    ...(insured ? [{ what: 'Polizze', paper: 'il set informativo di ciascuna polizza' }] : []),
  ];
  const parts: (Part & { when: boolean })[] = [
    {
      when: true,
      kind: 'proposal',
      title: 'Proposta di acquisto',
      text: `Prezzo, auto, pagamenti e consegna come scritti sopra. ${conclusionText(concluded, customerType === 'private')}`,
    },
    {
      when: settings.onerous !== '',
      kind: 'clauses',
      title: `Clausole ${settings.onerous}`,
      text: `Approvate specificamente ai sensi degli artt. 1341 e 1342 del codice civile: ${namedConditions(settings)}.`,
    },
    {
      when: true,
      kind: 'privacy',
      title: 'Privacy',
      text: 'Informativa ricevuta e letta (art. 13 del Regolamento UE 2016/679); i consensi facoltativi si danno a parte.',
    },
    {
      when: isUsed,
      kind: 'used_condition',
      title: 'Stato d’uso',
      text: 'Scheda dello stato d’uso dell’auto ricevuta e letta.',
    },
    {
      when: kind === 'used' && customerType === 'private' && warranty !== null && /12 mesi/.test(warranty.text),
      kind: 'warranty',
      title: 'Garanzia di 12 mesi',
      text: 'La garanzia legale di conformità è ridotta a dodici mesi, come concordato.',
    },
    {
      when: agreedTradeIns.length > 0,
      kind: 'trade_in',
      title: 'Auto ritirata',
      text: `Stato, chilometri e assenza di vincoli dichiarati per ${agreedTradeIns.map(({ plate, description }) => plate || description || 'l’auto ritirata').join(', ')}.`,
    },
    {
      when: given.length > 0,
      kind: 'pre_contract',
      title: given.map(({ what }) => what).join(' e '),
      text: `Ricevuti prima di firmare: ${given.map(({ paper }) => paper).join('; ')}.`,
    },
  ];
  return parts.flatMap(({ when, ...part }) => (when ? [part] : []));
}
