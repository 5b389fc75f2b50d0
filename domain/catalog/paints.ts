/**
 * Colours of cars as their names say them: Italian words, those of makers ("Blu Genziana met.") and of foreign papers.
 * A word of the first list needs no other one; those of the second change the tone of the word beside them.
 */
const colours = `
  eceeec bianco bianca white weiss eae2cc avorio ece4d0 panna e8dfc4 crema efece4 latte f2f4f4 neve
  17191d nero nera black schwarz 16181c ossidiana 1b1c20 onice 24272b carbonio 211d1b ebano
  767d85 grigio grigia grey gray grau 5b626b ardesia 3a3f45 antracite 454a50 grafite 565c63 piombo 6b7075 fumo 8b8f93 titanio 9a9d9c cemento 81868a nardo
  c3c7cb argento silver silber cbccca platino b6babd alluminio 8f979e acciaio b9bec3 cromo dbe4e8 ghiaccio
  1f4a8c blu blue blau 1b3f86 zaffiro 1c46a3 cobalto 243f94 genziana 1c3a8a oltremare 2b3a7c indaco 1a466b oceano 1d4f5c petrolio
  5f9fd0 azzurro azzurra 8fbfe0 celeste 2ea3a8 turchese 66b8ae acquamarina 3aa3c4 ciano 86b6dc cielo
  b3202a rosso rossa red rot c8483f corallo 8e1530 rubino 7d1f38 amaranto 611a2b bordeaux bordo 6d1a27 granata 98162b ciliegia 5c1f34 vinaccia 731a3f porpora c22a1f fuoco
  d8691c arancio arancione orange df7624 mandarino a55f36 rame copper 97492a ruggine 9a4a34 mattone a85b3f terracotta
  e2b71f giallo gialla yellow gelb e3d54a limone bf9426 senape b5974f oro gold b98a34 ocra
  2f6b45 verde green grun 8c9d84 salvia 5d6238 oliva 525a3a militare 156b4f smeraldo 9ccdb3 menta a3c23b lime 23493c pineta 264a35 bosco foresta 1d4331 inglese a9bf83 pistacchio 5a6440 muschio 3f8a6d giada
  5b4030 marrone brown braun 584538 moca 432e24 cioccolato 5f3b29 castagna 8c7257 nocciola 8a5e3a cuoio 3f3029 caffe 71543a tabacco 7a5a3c bronzo bronze 8f5a30 cognac
  c6b697 beige c2af8c sabbia sand cdbf9f champagne a1968a tortora b3a68f corda bba785 duna b79d76 deserto b08d5b cammello dcd2ba ecru
  573a7d viola purple a893c4 lilla 3d2440 melanzana 512a4b prugna 6c5296 ametista 94788f malva 9a8ac0 glicine
  d99aa8 rosa pink b8297a fucsia a81f6b magenta dcbcb2 cipria dd8f78 salmone`;
/** The colour of a word, `#rrggbb`. A colour stands before its words: numbers compress badly, so each is written once. */
const words = new Map<string, string>();
let hex = '';
for (const part of colours.match(/\w+/g)!)
  if (/\d|^[a-f]{6}$/.test(part)) hex = `#${part}`;
  else words.set(part, hex);
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
  const known = parts.findLast((word) => words.has(word));
  if (known === undefined) return UNPAINTED;
  const tone = parts.find((word) => Object.hasOwn(tones, word));
  return tone === undefined ? words.get(known)! : toned(words.get(known)!, tones[tone]!);
}
