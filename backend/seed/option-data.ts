import type { OptionKind } from '#domain/catalog/terms.ts';
import type { Engine, Model } from './catalog-data.ts';

export interface OptionData {
  code: string;
  name: string;
  kind: OptionKind;
  /** Euro with VAT, at a maker with factor 1. */
  price: number;
  colour?: string;
  /** Index of the first trim for which it is standard. */
  standardFrom?: number;
  /** The cars for which it is offered; absent: all. */
  fits?: (model: Model, engine: Engine) => boolean;
}

const plugs = (_: Model, { fuel }: Engine) => fuel === 'bev' || fuel === 'phev';
const carries = ({ body }: Model) => !['city', 'coupe', 'van'].includes(body);
const notVan = ({ body }: Model) => body !== 'van';

const colour = (code: string, name: string, hex: string, price: number): OptionData => ({
  code,
  name,
  kind: 'colour',
  price,
  colour: hex,
});

/** Prices as makers asked for them in 2025. */
export const options: OptionData[] = [
  { ...colour('C01', 'Bianco Neve', '#f4f4f2', 0), standardFrom: 0 },
  colour('C02', 'Rosso Corallo', '#b3262e', 0),
  colour('C03', 'Nero Ossidiana metallizzato', '#16181c', 750),
  colour('C04', 'Grigio Ardesia metallizzato', '#5b626b', 750),
  colour('C05', 'Argento Luna metallizzato', '#c3c7cb', 750),
  colour('C06', 'Blu Laguna metallizzato', '#1d4e89', 750),
  colour('C07', 'Verde Pineta metallizzato', '#23493c', 750),
  colour('C08', 'Bronzo Etrusco metallizzato', '#7a5a3c', 750),
  colour('C09', 'Bianco Perla tristrato', '#ebe7df', 1_050),
  colour('C10', 'Rosso Vermiglio tristrato', '#98141d', 1_050),
  colour('C11', 'Blu Notte opaco', '#1a2338', 1_900),
  { code: 'I01', name: 'Tessuto grigio', kind: 'interior', price: 0, standardFrom: 0 },
  { code: 'I02', name: 'Tessuto e similpelle nera', kind: 'interior', price: 450 },
  { code: 'I03', name: 'Pelle nera', kind: 'interior', price: 1_650, fits: notVan },
  { code: 'I04', name: 'Pelle cuoio', kind: 'interior', price: 1_850, fits: notVan },
  { code: '110', name: 'Sensori di parcheggio posteriori', kind: 'optional', price: 350, standardFrom: 1 },
  { code: '111', name: 'Telecamera a 360°', kind: 'optional', price: 600 },
  { code: '120', name: 'Monitoraggio angolo cieco', kind: 'optional', price: 480 },
  { code: '121', name: 'ADAS plus', kind: 'optional', price: 1_100 },
  { code: '130', name: 'Fari full LED adattivi', kind: 'optional', price: 1_450, standardFrom: 2 },
  { code: '131', name: 'Fendinebbia', kind: 'optional', price: 220 },
  { code: '210', name: 'Tetto panoramico', kind: 'optional', price: 1_200, fits: notVan },
  { code: '211', name: 'Barre portatutto', kind: 'optional', price: 250, fits: carries },
  { code: '212', name: 'Portellone elettrico', kind: 'optional', price: 520, fits: carries },
  { code: '220', name: 'Gancio di traino estraibile', kind: 'optional', price: 780, fits: carries },
  { code: '221', name: 'Retrovisori ripiegabili elettricamente', kind: 'optional', price: 240 },
  { code: '222', name: 'Vetri posteriori oscurati', kind: 'optional', price: 290 },
  { code: '310', name: 'Cerchi in lega 18"', kind: 'optional', price: 650, fits: notVan },
  {
    code: '311',
    name: 'Ruotino di scorta',
    kind: 'optional',
    price: 190,
    fits: (_, { fuel }) => fuel !== 'bev' && fuel !== 'lpg',
  },
  { code: '410', name: 'Sedili anteriori riscaldabili', kind: 'optional', price: 380 },
  { code: '411', name: 'Volante riscaldabile', kind: 'optional', price: 180 },
  { code: '412', name: 'Climatizzatore a tre zone', kind: 'optional', price: 560, fits: notVan },
  { code: '510', name: 'Navigatore con schermo da 12"', kind: 'optional', price: 890, standardFrom: 2 },
  { code: '511', name: 'Impianto audio da 400 W', kind: 'optional', price: 720, fits: notVan },
  { code: '512', name: 'Ricarica senza filo del telefono', kind: 'optional', price: 210 },
  { code: '610', name: 'Wallbox 7,4 kW', kind: 'optional', price: 950, fits: plugs },
  {
    code: '611',
    name: 'Caricatore di bordo 22 kW',
    kind: 'optional',
    price: 1_300,
    fits: (_, { fuel }) => fuel === 'bev',
  },
  { code: '612', name: 'Pompa di calore', kind: 'optional', price: 1_000, fits: (_, { fuel }) => fuel === 'bev' },
  { code: 'P01', name: 'Pack Safety', kind: 'pack', price: 900 },
  { code: 'P02', name: 'Pack Comfort', kind: 'pack', price: 1_450 },
  { code: 'P03', name: 'Pack Inverno', kind: 'pack', price: 490 },
  { code: 'P04', name: 'Pack Sport', kind: 'pack', price: 2_200, fits: notVan },
  { code: 'P05', name: 'Pack Tecnologia', kind: 'pack', price: 1_750, fits: notVan },
];

/** Rules by code; a rule about an option that a car does not have has no effect there. */
export const rules: [string, 'requires' | 'excludes' | 'includes', string][] = [
  ['210', 'excludes', '211'],
  ['220', 'excludes', '311'],
  ['111', 'requires', '110'],
  ['611', 'requires', '610'],
  ['P01', 'includes', '120'],
  ['P01', 'excludes', '121'],
  ['P02', 'includes', '110'],
  ['P02', 'includes', '410'],
  ['P02', 'includes', '512'],
  ['P03', 'includes', '410'],
  ['P03', 'includes', '411'],
  ['P04', 'includes', '310'],
  ['P04', 'includes', 'I02'],
  ['P04', 'requires', '130'],
  ['P05', 'includes', '510'],
  ['P05', 'includes', '511'],
  ['C11', 'requires', 'P04'],
];
