import { keysOf } from '../record/machine.ts';
import type { SettingPart } from '../record/setting-parts.ts';
import type { StockSettings } from './setting-fields.ts';
import type { UsedSettings } from './used-setting-fields.ts';
import { valuationTableFields } from './valuation-fields.ts';

/** The cards of the stock's settings. */
export const stockParts: readonly SettingPart<keyof StockSettings>[] = [
  {
    id: 'lists',
    title: 'Elenchi',
    help: 'Le auto in questi stati si vedono aprendo gli elenchi dello stock.',
    keys: ['usedListed', 'newListed'],
  },
  {
    id: 'ageing',
    title: 'Giacenza',
    help: 'Le fasce colorano elenchi e schede, e dividono la giacenza nella pagina dello stock.',
    keys: ['freshDays', 'normalDays', 'slowDays'],
  },
  {
    id: 'reservations',
    title: 'Opzioni',
    help: 'Per quanto un’auto resta tenuta per un cliente. Le opzioni già date non cambiano.',
    keys: ['reservationDays', 'mostReservedDays', 'holdDays'],
  },
  {
    id: 'papers',
    title: 'Documenti',
    help: 'Da quanti giorni prima un documento in scadenza si vede tra le cose da fare.',
    keys: ['expiryDays'],
  },
  {
    id: 'restoring',
    title: 'Ripristino',
    help: 'Si chiede quando un’auto usata finisce il ripristino.',
    keys: ['finishAsks'],
  },
  {
    id: 'feed',
    title: 'Feed per i portali',
    help: 'I portali lo leggono con un token API: ciò che cambia qui vale dalla loro prossima lettura.',
    keys: ['feedStates', 'feedPhotos'],
  },
];

/** The cards of the used cars' settings. */
export const usedParts: readonly SettingPart<keyof UsedSettings>[] = [
  {
    id: 'fresh',
    title: 'Ogni auto inserita parte con',
    help: 'Si scrivono nella scheda quando l’auto entra, anche da un file, e lì si cambiano. I costi solo per le auto inserite a mano.',
    keys: ['preparation', 'warrantyKind', 'warrantyMonths', 'retailExpense', 'b2bExpense', 'exportExpense'],
  },
  {
    id: 'margins',
    title: 'Margini',
    help: 'Entrano nel calcolo di quanto pagare un’auto al massimo, e dicono quali auto guardare.',
    keys: ['minMargin', 'targetMargin', 'warrantyCost', 'sellingCost'],
  },
  {
    id: 'valuation',
    title: 'Tabelle di valutazione',
    help: 'Correggono la quotazione di ritiro nella stima di una permuta: chilometri, optional e danni. La preparazione è la somma dei costi previsti.',
    keys: keysOf(valuationTableFields),
    wide: true,
  },
  {
    id: 'sources',
    title: 'Fonti delle quotazioni',
    help: 'Quante richieste si possono fare ogni mese. Dall’80 % si avvisa; una risposta vale 30 giorni e non si paga due volte.',
    keys: [
      'quotaInfocarPlates',
      'quotaSimpleEvaluations',
      'quotaEurotaxPlates',
      'quotaIndicataGeneric',
      'quotaAdvancedEvaluations',
      'overQuota',
    ],
  },
  {
    id: 'offers',
    title: 'Offerte per l’usato dei clienti',
    help: 'Proposte quando si valuta un’auto.',
    keys: ['offerDays', 'answerMinutes'],
  },
  {
    id: 'ranks',
    title: 'Posizione di prezzo',
    help: 'Il prezzo di un’auto si confronta con quelli delle altre in stock: stessa marca e modello, età e chilometri vicini.',
    keys: ['rankKm', 'rankYears'],
  },
];
