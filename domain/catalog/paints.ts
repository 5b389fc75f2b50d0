/**
 * Colours of cars as their names say them: Italian words, those of makers ("Blu Genziana met.") and of foreign papers.
 * A word of the first list needs no other one; those of the second change the tone of the word beside them.
 */
// prettier-ignore
const words: Record<string, string> = {
  bianco: '#eceeec', bianca: '#eceeec', white: '#eceeec', weiss: '#eceeec', avorio: '#eae2cc', panna: '#ece4d0', crema: '#e8dfc4', latte: '#efece4', neve: '#f2f4f4',
  nero: '#17191d', nera: '#17191d', black: '#17191d', schwarz: '#17191d', ossidiana: '#16181c', onice: '#1b1c20', carbonio: '#24272b', ebano: '#211d1b',
  grigio: '#767d85', grigia: '#767d85', grey: '#767d85', gray: '#767d85', grau: '#767d85', ardesia: '#5b626b', antracite: '#3a3f45', grafite: '#454a50', piombo: '#565c63', fumo: '#6b7075', titanio: '#8b8f93', cemento: '#9a9d9c', nardo: '#81868a',
  argento: '#c3c7cb', silver: '#c3c7cb', silber: '#c3c7cb', platino: '#cbccca', alluminio: '#b6babd', acciaio: '#8f979e', cromo: '#b9bec3', ghiaccio: '#dbe4e8',
  blu: '#1f4a8c', blue: '#1f4a8c', blau: '#1f4a8c', zaffiro: '#1b3f86', cobalto: '#1c46a3', genziana: '#243f94', oltremare: '#1c3a8a', indaco: '#2b3a7c', oceano: '#1a466b', petrolio: '#1d4f5c',
  azzurro: '#5f9fd0', azzurra: '#5f9fd0', celeste: '#8fbfe0', turchese: '#2ea3a8', acquamarina: '#66b8ae', ciano: '#3aa3c4', cielo: '#86b6dc',
  rosso: '#b3202a', rossa: '#b3202a', red: '#b3202a', rot: '#b3202a', corallo: '#c8483f', rubino: '#8e1530', amaranto: '#7d1f38', bordeaux: '#611a2b', bordo: '#611a2b', granata: '#6d1a27', ciliegia: '#98162b', vinaccia: '#5c1f34', porpora: '#731a3f', fuoco: '#c22a1f',
  arancio: '#d8691c', arancione: '#d8691c', orange: '#d8691c', mandarino: '#df7624', rame: '#a55f36', copper: '#a55f36', ruggine: '#97492a', mattone: '#9a4a34', terracotta: '#a85b3f',
  giallo: '#e2b71f', gialla: '#e2b71f', yellow: '#e2b71f', gelb: '#e2b71f', limone: '#e3d54a', senape: '#bf9426', oro: '#b5974f', gold: '#b5974f', ocra: '#b98a34',
  verde: '#2f6b45', green: '#2f6b45', grun: '#2f6b45', salvia: '#8c9d84', oliva: '#5d6238', militare: '#525a3a', smeraldo: '#156b4f', menta: '#9ccdb3', lime: '#a3c23b', pineta: '#23493c', bosco: '#264a35', foresta: '#264a35', inglese: '#1d4331', pistacchio: '#a9bf83', muschio: '#5a6440', giada: '#3f8a6d',
  marrone: '#5b4030', brown: '#5b4030', braun: '#5b4030', moca: '#584538', cioccolato: '#432e24', castagna: '#5f3b29', nocciola: '#8c7257', cuoio: '#8a5e3a', caffe: '#3f3029', tabacco: '#71543a', bronzo: '#7a5a3c', bronze: '#7a5a3c', cognac: '#8f5a30',
  beige: '#c6b697', sabbia: '#c2af8c', sand: '#c2af8c', champagne: '#cdbf9f', tortora: '#a1968a', corda: '#b3a68f', duna: '#bba785', deserto: '#b79d76', cammello: '#b08d5b', ecru: '#dcd2ba',
  viola: '#573a7d', purple: '#573a7d', lilla: '#a893c4', melanzana: '#3d2440', prugna: '#512a4b', ametista: '#6c5296', malva: '#94788f', glicine: '#9a8ac0',
  rosa: '#d99aa8', pink: '#d99aa8', fucsia: '#b8297a', magenta: '#a81f6b', cipria: '#dcbcb2', salmone: '#dd8f78',
};
/** How far a word moves the colour beside it towards white (above 0) or black. */
const tones: Record<string, number> = {
  chiaro: 0.3,
  chiara: 0.3,
  light: 0.3,
  pastello: 0.25,
  perla: 0.12,
  scuro: -0.4,
  scura: -0.4,
  dark: -0.4,
  deep: -0.35,
  intenso: -0.2,
  profondo: -0.4,
  notte: -0.55,
  midnight: -0.55,
  mezzanotte: -0.6,
  notturno: -0.5,
};

/** A colour moved towards white (1) or black (−1). */
function toned(hex: string, by: number): string {
  const end = by > 0 ? 255 : 0;
  const parts = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16);
    return Math.round(part + (end - part) * Math.abs(by))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** Of a car whose colour is unknown. */
const UNPAINTED = '#9aa1aa';

/**
 * The paint of a car as `#rrggbb`, from itself or from the name of its colour: "Blu Genziana met.", "GRIGIO NOTTE",
 * "verde salvia". Of two words for a colour the later one counts, which is the more particular: `salvia`. A middle grey
 * when no word is known.
 */
export function paintOf(colour: string | null): string {
  if (colour?.startsWith('#')) return colour;
  // A car in two colours has the first one where most of it is.
  const [first = ''] = (colour ?? '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[/+]| con | tetto /);
  const parts = first.split(/[^a-z]+/);
  const known = parts.findLast((word) => Object.hasOwn(words, word));
  if (known === undefined) return UNPAINTED;
  const tone = parts.find((word) => Object.hasOwn(tones, word));
  return tone === undefined ? words[known]! : toned(words[known]!, tones[tone]!);
}
