import type { SettingPart } from '../record/setting-parts.ts';
import type { CompanyInput } from './schema.ts';

/** The cards of the company's page. */
export const companyParts: readonly SettingPart<keyof CompanyInput>[] = [
  {
    id: 'data',
    title: 'Dati e sede',
    help: 'In testa a ogni documento, nelle e-mail e sulle pagine pubbliche. La provincia è quella dei nuovi preventivi.',
    keys: ['name', 'vatNumber', 'taxCode', 'address', 'cap', 'city', 'province', 'phone', 'email', 'website'],
  },
  {
    id: 'register',
    title: 'Registro imprese',
    help: 'In calce a ogni documento e pagina pubblica, come chiede l’articolo 2250 del Codice civile.',
    keys: ['registry', 'rea', 'capital', 'capitalPaid', 'soleShareholder', 'inLiquidation'],
  },
  {
    id: 'invoicing',
    title: 'PEC e fatturazione',
    help: 'In calce ai documenti: servono a chi fattura o scrive all’azienda.',
    keys: ['pec', 'sdi'],
  },
  {
    id: 'payments',
    title: 'Conti e pagamenti',
    help: 'Su preventivi, offerte e contratti: come si può pagare e su quale conto.',
    keys: ['accounts', 'payments'],
  },
  {
    id: 'signature',
    title: 'Firma delle e-mail',
    help: 'In fondo a ogni e-mail a un cliente.',
    keys: ['signature'],
  },
  {
    id: 'look',
    title: 'Logo e colori',
    help: 'In testa ai documenti; titoli, linee e riquadri.',
    keys: ['colour', 'accent'],
  },
];

/** The card of the numbers, whose values are not the company's own fields. */
export const numbersPart: SettingPart<never> = {
  id: 'numbers',
  title: 'Numeri dei documenti',
  help: 'Prefisso e primo numero si scelgono per un anno che non ne ha ancora; un numero dato non torna mai.',
  keys: [],
  wide: true,
};
