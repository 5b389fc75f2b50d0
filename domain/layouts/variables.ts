/** The variables of printed texts: those of message templates (specification §3), and what only a print knows. */
import { variables as ofMessages } from '../leads/variables.ts';
import type { LayoutKind } from './terms.ts';

const sale = {
  'Numero documento': 'Documento',
  'Data documento': 'Documento',
  Totale: 'Prezzo',
  'Saldo alla consegna': 'Prezzo',
  'Auto in permuta': 'Permuta',
  'Targa permuta': 'Permuta',
  'Chilometri permuta': 'Permuta',
  'Valutazione permuta': 'Permuta',
  'Residuo da estinguere': 'Permuta',
  'Valore permute': 'Permuta',
  'Importo finanziato': 'Finanziamento',
  Rata: 'Finanziamento',
} as const;

/** By kind of layout: the name of each variable with its category. */
export const layoutVariables = {
  contracts: { ...ofMessages, ...sale, 'Consegna prevista': 'Documento', Incassato: 'Prezzo' },
  annexes: {
    ...ofMessages,
    ...sale,
    'Consegna prevista': 'Documento',
    Incassato: 'Prezzo',
    'Approvato il': 'Documento',
    'Termine di consegna': 'Documento',
    'Giorno di consegna': 'Consegna',
    'Ora di consegna': 'Consegna',
    'Luogo di consegna': 'Consegna',
    Preparazione: 'Consegna',
    Annotazioni: 'Consegna',
    Note: 'Documento',
  },
  receipts: {
    ...ofMessages,
    ...sale,
    'Consegna prevista': 'Documento',
    Incassato: 'Prezzo',
    'Numero ricevuta': 'Ricevuta',
    'Data ricevuta': 'Ricevuta',
    Importo: 'Ricevuta',
    Voce: 'Ricevuta',
    Metodo: 'Ricevuta',
    Riferimento: 'Ricevuta',
  },
  quotes: { ...ofMessages, ...sale, 'Valido fino al': 'Documento' },
  offers: {
    ...ofMessages,
    'Numero documento': 'Documento',
    'Data documento': 'Documento',
    'Valido fino al': 'Documento',
    Totale: 'Prezzo',
    IVA: 'Prezzo',
    'Numero auto': 'Auto',
    Trasferimento: 'Documento',
  },
  stocks: { ...ofMessages, Colore: 'Auto', Potenza: 'Auto', Alimentazione: 'Auto', Prezzo: 'Prezzo' },
} as const satisfies Readonly<Record<LayoutKind, Readonly<Record<string, string>>>>;

/** The variables of a kind by category, in the order of their table. */
export function variablesByCategory(kind: LayoutKind): [category: string, names: string[]][] {
  const all = Object.entries<string>(layoutVariables[kind]);
  const categories = [...new Set(all.map(([, category]) => category))];
  return categories.map((one) => [one, all.filter(([, category]) => category === one).map(([name]) => name)]);
}

/** What each variable is on one record. */
export type LayoutValues = Readonly<Record<string, string>>;
