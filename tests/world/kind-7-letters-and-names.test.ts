/** Letters beyond A–Z, apostrophes and particles in the codes and names of people and places. */
import { describe, expect, test } from 'vitest';
import { splitName, proprietorIn } from '#domain/customers/names.ts';
import { computeTaxCode, nameCode, taxCodeWarning } from '#domain/customers/rules.ts';
import { isLatin, transliterated } from '#domain/customers/transliteration.ts';
import { writtenName } from '#domain/imports/written.ts';

describe('kind 7: the letters of a tax code', () => {
  test.each([
    ['Wałęsa', false, 'WLS'],
    ['Łukasz', true, 'LSZ'],
    ['Đorđević', false, 'DRD'],
    ['Ðóra', true, 'DRO'],
    ['Søren', true, 'SRN'],
    ['Strauß', false, 'STR'],
    ['Weiß', false, 'WSS'],
    ['Æbelø', false, 'BLA'],
    ['Þórsson', false, 'THR'],
    ['Œuvrard', false, 'VRR'],
    ['Yıldız', false, 'YLD'],
    ['İpek', true, 'PKI'],
    ['Ħaż-Żebbuġ', false, 'HZZ'],
    ["D'Àvila", false, 'DVL'],
    ['Ňuňez', false, 'NNZ'],
  ])('%s (given: %s) is %s', (name, given, code) => expect(nameCode(name, given)).toBe(code));

  test('a right code is not doubted, in either way of writing a mark', () => {
    const lukasz = { firstName: 'Łukasz', lastName: 'Wałęsa', birthDate: '1990-05-03', sex: 'M' } as const;
    const code = computeTaxCode(lukasz, 'Z127');
    expect(code.slice(0, 6)).toBe('WLSLSZ');
    expect(taxCodeWarning(code, lukasz, 'Z127')).toBeNull();
    const bo = { ...lukasz, lastName: 'Bö' };
    for (const lastName of ['Bo', 'Boe'])
      expect(taxCodeWarning(computeTaxCode({ ...bo, lastName }, 'Z112'), bo)).toBeNull();
    expect(taxCodeWarning(computeTaxCode({ ...bo, lastName: 'Ba' }, 'Z112'), bo)).not.toBeNull();
  });
  test('no code of a name in another script is doubted: its Latin form is on the paper', () => {
    const li = { firstName: 'Вэй', lastName: 'Ли', birthDate: '1990-05-03', sex: 'M' } as const;
    expect(taxCodeWarning(computeTaxCode({ ...li, firstName: 'Wei', lastName: 'Li' }, 'Z210'), li)).toBeNull();
    expect([isLatin('Ли'), isLatin('王'), isLatin('Łódź'), isLatin("D'Àvila"), isLatin('-'), isLatin('ß')]).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(transliterated('Müller-Strauß', true)).toBe('MUELLER-STRAUSS');
  });
});

describe('kind 7: names that a program kept in capitals', () => {
  test.each([
    ["DE' ROSSI", 'person', "De' Rossi"],
    ["CA' FOSCARI", 'company', "Ca' Foscari"],
    ["PO'", 'person', "Po'"],
    ["NICOLO'", 'person', 'Nicolò'],
    ["BONFA' MARIA", 'person', 'Bonfà Maria'],
    ["D'ANGELO", 'person', "D'Angelo"],
    ['D`ANGELO', 'person', "D'Angelo"],
    ['FORLI´', 'place', 'Forlì'],
    ['SIG.RA BIANCHI', 'person', 'Sig.ra Bianchi'],
    ['F.LLI ROSSI SNC', 'company', 'F.lli Rossi S.n.c.'],
    ['CO.GE.CO SRL', 'company', 'Co.Ge.Co S.r.l.'],
    ['C.SO ITALIA', 'place', 'C.so Italia'],
    ['DR.SSA BIANCHI', 'person', 'Dr.ssa Bianchi'],
    ['P.LE LORETO', 'place', 'P.le Loreto'],
    ['C.DA SAN MARCO', 'place', 'C.da San Marco'],
    ['V.LO STRETTO', 'place', 'V.lo Stretto'],
    ['STR.DA ALTA', 'place', 'Str.da Alta'],
    ['VIA MONTE S.MICHELE', 'place', 'Via Monte S.Michele'],
    ["DALL'OGLIO", 'person', "Dall'Oglio"],
    ['DEGLI ESPOSTI', 'person', 'Degli Esposti'],
    ["REGGIO NELL'EMILIA", 'place', "Reggio nell'Emilia"],
    ["VILLAFRANCA D'ASTI", 'place', "Villafranca d'Asti"],
    ["SANT'ANGELO A CUPOLO", 'place', "Sant'Angelo a Cupolo"],
    ["L'AQUILA", 'place', "L'Aquila"],
    ["CAVA DE' TIRRENI", 'place', "Cava de' Tirreni"],
    ["CASTELNOVO NE' MONTI", 'place', "Castelnovo ne' Monti"],
    ["FORLI'", 'place', 'Forlì'],
    ["SAN DONA' DI PIAVE", 'place', 'San Donà di Piave'],
    ["VO'", 'place', "Vo'"],
    ['SAN MARTINO DEGLI ALBERI', 'place', 'San Martino degli Alberi'],
    ["CASTELL'ARQUATO", 'place', "Castell'Arquato"],
    ['BOLZANO/BOZEN', 'place', 'Bolzano/Bozen'],
    ["VIA DELL'INDUSTRIA 5", 'place', "Via dell'Industria 5"],
    ['VIA XX SETTEMBRE', 'place', 'Via XX Settembre'],
    ["SOCIETA' COOPERATIVA", 'company', 'Società Cooperativa'],
    ["EDIL DELL'ADDA SRL", 'company', "Edil dell'Adda S.r.l."],
    ["De' Rossi", 'person', "De' Rossi"],
  ] as const)('«%s» of a %s is %s', (text, what, name) => expect(writtenName(text, what)).toBe(name));
});

describe('kind 7: a surname and its particles', () => {
  test.each([
    ['DI STEFANO MARIO', 'DI STEFANO', 'MARIO'],
    ["DE' MEDICI LORENZO", "DE' MEDICI", 'LORENZO'],
    ['VAN DER BERG ANNA', 'VAN DER BERG', 'ANNA'],
    ['SAN MARTINO LUCA', 'SAN MARTINO', 'LUCA'],
    ['ROSSI MARIO', 'ROSSI', 'MARIO'],
    ['DELL ORTO PIA', 'DELL ORTO', 'PIA'],
    ['Autofficina Blu di Rossi Mario', 'Rossi', 'Mario'],
    ['Bar Roma di Di Stefano Mario', 'Di Stefano', 'Mario'],
    ['Ditta Rossi Mario', 'Rossi', 'Mario'],
    ['Rossi Mario Ditta Individuale', 'Rossi', 'Mario'],
    ['Auto Blu di Rossi Mario & C.', 'Rossi', 'Mario'],
    ['ROSSI, MARIO', 'ROSSI', 'MARIO'],
    ['Rossi, Mario, Luigi', 'Rossi', 'Mario Luigi'],
    ['Gentile Giovanni', 'Gentile', 'Giovanni'],
    ['Gentile Ingrid', 'Gentile', 'Ingrid'],
    ['Gentile Sig.ra Signori Anna', 'Signori', 'Anna'],
    ['Signori Giuseppe', 'Signori', 'Giuseppe'],
    ['Frau Maria', 'Frau', 'Maria'],
    ['Spett.le Rossi Anna', 'Rossi', 'Anna'],
    ['Delle Donne Ugo', 'Delle Donne', 'Ugo'],
    ['Sig.ra Rossi Anna', 'Rossi', 'Anna'],
    ['DOTT.SSA DE LUCA MARIA GRAZIA', 'DE LUCA', 'MARIA GRAZIA'],
    ['Ing. Rossi Mario', 'Rossi', 'Mario'],
  ])('«%s» is %s and %s', (text, lastName, firstName) =>
    expect(splitName(proprietorIn(text), '')).toEqual({ lastName, firstName }),
  );
});
