import type { Body } from '#domain/catalog/bodies.ts';
import type { Fuel } from '#domain/catalog/terms.ts';

/** Invented makers, so that no trademark stands in a picture: name, road cost inside the list price, invoice cost percent, code letter. */
export const makers = [
  { id: 1, name: 'Lumera', letter: 'L', roadCostIncluded: false, costPercent: 86.5 },
  { id: 2, name: 'Ventor', letter: 'V', roadCostIncluded: false, costPercent: 87.25 },
  { id: 3, name: 'Ostro', letter: 'O', roadCostIncluded: true, costPercent: 85 },
] as const;

type Gearbox = 'manual' | 'automatic' | 'dct' | 'cvt';
type Drive = 'front' | 'rear' | 'all';

export interface Engine {
  name: string;
  fuel: Fuel;
  gearbox: Gearbox;
  drive: Drive;
  kw: number;
  cc: number;
  co2: number;
  consumption: number;
  /** List price of the first trim, euro. */
  price: number;
}

/** A model; the price of a trim is added to the engine's price, in euro. */
export interface Model {
  maker: number;
  name: string;
  body: Body;
  seats: number;
  trims: [string, number][];
  engines: Engine[];
}

const engine = (
  name: string,
  [fuel, gearbox, drive]: [Fuel, Gearbox, Drive],
  [kw, cc, co2, consumption]: [number, number, number, number],
  price: number,
): Engine => ({ name, fuel, gearbox, drive, kw, cc, co2, consumption, price });

const lumera: [string, number][] = [
  ['Essenza', 0],
  ['Comfort', 1_900],
  ['Sport', 3_700],
];
const ventor: [string, number][] = [
  ['Base', 0],
  ['Plus', 2_100],
];
const ostro: [string, number][] = [
  ['Classe', 0],
  ['Prestige', 4_600],
];

/** Twelve models, with figures as the Italian market had them in 2025. */
export const models: Model[] = [
  {
    maker: 1,
    name: 'Alba',
    body: 'city',
    seats: 5,
    trims: lumera,
    engines: [
      engine('1.0 MHEV 70 CV', ['mhev', 'manual', 'front'], [51, 999, 109, 4.8], 16_950),
      engine('1.2 101 CV', ['petrol', 'manual', 'front'], [74, 1199, 118, 5.2], 18_900),
    ],
  },
  {
    maker: 1,
    name: 'Rea',
    body: 'hatchback',
    seats: 5,
    trims: lumera,
    engines: [
      // With the second trim 24,900: the worked example of rules.md §3 (74 kW, IPT 338.00 in Milan).
      engine('1.5 HEV 101 CV', ['hev', 'cvt', 'front'], [74, 1490, 98, 4.3], 23_000),
      engine('1.6 HEV 116 CV', ['hev', 'cvt', 'front'], [85, 1598, 98, 4.4], 24_900),
      engine('BEV 115 kW', ['bev', 'automatic', 'front'], [115, 0, 0, 15.4], 33_500),
    ],
  },
  {
    maker: 1,
    name: 'Corsaro',
    body: 'suv',
    seats: 5,
    trims: lumera,
    engines: [
      engine('1.3 MHEV 130 CV', ['mhev', 'dct', 'front'], [96, 1332, 124, 5.5], 29_900),
      engine('1.6 PHEV 231 CV', ['phev', 'automatic', 'all'], [170, 1598, 24, 1.1], 41_900),
    ],
  },
  {
    maker: 1,
    name: 'Mira',
    body: 'estate',
    seats: 5,
    trims: lumera,
    engines: [
      engine('1.5 HEV 136 CV', ['hev', 'cvt', 'front'], [100, 1490, 104, 4.6], 28_400),
      engine('1.5 D 120 CV', ['diesel', 'dct', 'front'], [88, 1499, 119, 4.5], 27_900),
    ],
  },
  {
    maker: 2,
    name: 'Nido',
    body: 'city',
    seats: 5,
    trims: ventor,
    engines: [
      engine('1.0 GPL 101 CV', ['lpg', 'manual', 'front'], [74, 999, 117, 7.2], 21_400),
      engine('1.0 95 CV', ['petrol', 'manual', 'front'], [70, 999, 121, 5.3], 19_600),
      engine('BEV 83 kW', ['bev', 'automatic', 'front'], [83, 0, 0, 14.1], 26_900),
    ],
  },
  {
    maker: 2,
    name: 'Faro',
    body: 'suv',
    seats: 5,
    trims: ventor,
    engines: [
      engine('2.0 D 150 CV', ['diesel', 'automatic', 'front'], [110, 1968, 132, 5], 34_600),
      engine('2.0 D 185 CV 4x4', ['mhev_diesel', 'automatic', 'all'], [136, 1968, 148, 5.6], 40_200),
      engine('1.5 150 CV', ['mhev', 'dct', 'front'], [110, 1498, 134, 5.9], 32_300),
    ],
  },
  {
    maker: 2,
    name: 'Passo',
    body: 'mpv',
    seats: 7,
    trims: ventor,
    engines: [
      engine('1.5 130 CV', ['petrol', 'manual', 'front'], [96, 1498, 138, 6.1], 28_900),
      engine('1.5 HEV 140 CV', ['hev', 'cvt', 'front'], [103, 1498, 112, 4.9], 32_700),
      engine('2.0 D 150 CV', ['diesel', 'dct', 'front'], [110, 1968, 131, 5], 33_800),
    ],
  },
  {
    maker: 2,
    name: 'Cargo',
    body: 'van',
    seats: 3,
    trims: ventor,
    engines: [
      // 27,500 plus VAT.
      engine('2.0 D 120 CV L1', ['diesel', 'manual', 'front'], [88, 1968, 168, 6.4], 33_550),
      engine('2.0 D 150 CV L2', ['diesel', 'automatic', 'front'], [110, 1968, 176, 6.7], 37_820),
      engine('BEV 100 kW L1', ['bev', 'automatic', 'front'], [100, 0, 0, 21.3], 44_900),
    ],
  },
  {
    maker: 3,
    name: 'Zena',
    body: 'saloon',
    seats: 5,
    trims: ostro,
    engines: [
      engine('2.0 MHEV 204 CV', ['mhev', 'automatic', 'rear'], [150, 1995, 119, 5.2], 47_800),
      engine('BEV 220 kW', ['bev', 'automatic', 'rear'], [220, 0, 0, 16.2], 58_900),
      engine('2.0 PHEV 292 CV', ['phev', 'automatic', 'all'], [215, 1995, 19, 0.8], 61_400),
    ],
  },
  {
    maker: 3,
    name: 'Libeccio',
    body: 'estate',
    seats: 5,
    trims: ostro,
    engines: [
      engine('2.0 MHEV 204 CV', ['mhev', 'automatic', 'rear'], [150, 1995, 126, 5.5], 49_900),
      engine('2.0 D 190 CV', ['mhev_diesel', 'automatic', 'all'], [140, 1968, 129, 4.9], 52_600),
    ],
  },
  {
    maker: 3,
    name: 'Maestro',
    body: 'suv',
    seats: 5,
    trims: ostro,
    engines: [
      engine('2.0 D 204 CV', ['mhev_diesel', 'automatic', 'all'], [150, 1968, 147, 5.6], 61_200),
      engine('3.0 PHEV 394 CV', ['phev', 'automatic', 'all'], [290, 2998, 21, 0.9], 84_300),
      engine('BEV 300 kW', ['bev', 'automatic', 'all'], [300, 0, 0, 19.8], 89_600),
    ],
  },
  {
    maker: 3,
    name: 'Ponente',
    body: 'coupe',
    seats: 4,
    trims: ostro,
    engines: [
      engine('2.0 258 CV', ['mhev', 'automatic', 'rear'], [190, 1995, 149, 6.6], 59_700),
      engine('3.0 374 CV', ['petrol', 'automatic', 'all'], [275, 2998, 178, 7.8], 74_500),
    ],
  },
];
