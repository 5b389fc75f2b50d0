import type { SettingPart } from '../record/setting-parts.ts';
import type { LeadSettings } from './setting-fields.ts';

/** The cards of the settings for leads. */
export const leadParts: readonly SettingPart<keyof LeadSettings>[] = [
  {
    id: 'sources',
    title: 'Fonti',
    help: 'I nomi con cui arrivano i lead e quanto costano, IVA esclusa: dicono il costo per lead e per vendita.',
    keys: ['sources'],
    wide: true,
  },
  {
    id: 'senders',
    title: 'Lead per e-mail',
    help: 'Da chi si leggono lead nelle mail inoltrate a POST /api/leads/inbound/mail. Le altre si leggono a mano.',
    keys: ['mailServer', 'senders'],
    wide: true,
  },
  {
    id: 'types',
    title: 'Tipi e sottotipi',
    help: 'Quelli che l’azienda usa: gli altri non si propongono.',
    keys: ['types', 'subtypes'],
    wide: true,
  },
  {
    id: 'deadlines',
    title: 'Tempi',
    help: 'In orario di lavoro della sede. Conta la riga più precisa; le scadenze già contate restano.',
    keys: ['responses', 'workDays', 'negotiationDays', 'warnPercent', 'escalatePercent', 'restarts', 'mostUnanswered'],
    wide: true,
  },
  {
    id: 'rules',
    title: 'Assegnazione',
    help: 'Vale la prima riga che corrisponde. Senza righe: chi segue già il cliente, poi a rotazione tra i venditori della sede.',
    keys: ['rules'],
    wide: true,
  },
  {
    id: 'templates',
    title: 'Modelli',
    help: 'Testi pronti con le variabili del lead. Una variabile che manca si dice prima di inviare.',
    keys: ['templates'],
    wide: true,
  },
  {
    id: 'results',
    title: 'Esiti',
    help: 'I pulsanti con cui si dice com’è andata. Ognuno sta su un’azione e su uno dei suoi esiti.',
    keys: ['results'],
    wide: true,
  },
  {
    id: 'expiries',
    title: 'Scadenze dei clienti',
    help: 'Revisioni dei clienti, fine di polizze e piani dei contratti consegnati: ogni mattina un lead per chi segue il cliente.',
    keys: ['reminds', 'inspectionDays', 'policyDays', 'planDays'],
    wide: true,
  },
  {
    id: 'origin',
    title: 'Privacy',
    help: 'Chi ha lasciato i dati a un portale ha diritto di sapere da dove vengono. Da verificare con un legale.',
    keys: ['origin'],
    wide: true,
  },
  {
    id: 'persons',
    title: 'Dati per persona',
    help: 'Nella pagina dell’andamento, e la classifica ai venditori. Spento, i dati sono dell’azienda e delle fonti, e ogni venditore vede solo il proprio posto.',
    keys: ['showsPersons'],
  },
];
