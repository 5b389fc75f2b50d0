/** What Italian registries write and allow: legal forms, codes of bodies and persons, provinces, plates. */
import { describe, expect, test } from 'vitest';
import { legalFormIn } from '#domain/customers/names.ts';
import { computeTaxCode, readTaxCode } from '#domain/customers/rules.ts';
import { customerInput } from '#domain/customers/schema.ts';
import { provinceIn } from '#domain/customers/provinces.ts';
import { plateIssue, plateKind } from '#domain/plates.ts';

describe('kind 8: the legal form in a name', () => {
  test.each([
    ["ALFA SOCIETA' COOPERATIVA A RESPONSABILITA' LIMITATA", 'sc'],
    ['Beta Società a responsabilità limitata semplificata', 'srls'],
    ['Epsilon Società in accomandita semplice di Rossi Mario', 'sas'],
    ['Delta S.c.p.A.', 'sc'],
    ['Gamma Soc. Coop. a r.l.', 'sc'],
    ['Zeta S.C.A.R.L.', 'sc'],
    ['Eta Soc. a resp. lim.', 'srl'],
    ['Theta S.r.l. unipersonale', 'srl'],
    ['Iota SRLS', 'srls'],
    ['Iota S. R. L. S.', 'srls'],
    ['Kappa società per azioni', 'spa'],
    ['Lambda SpA', 'spa'],
    ['Mi Società in nome collettivo di Neri & C.', 'snc'],
    ['Ni s.n.c.', 'snc'],
    ['Csi in accomandita per azioni', 'sapa'],
    ['Omicron Società agricola semplice', 'ss'],
    ['Pi S.S. agricola', 'ss'],
    ['Rho Acc. sempl.', 'sas'],
    ['Consorzio Sigma', 'sc'],
    ['CONSORZIO ALFA S.R.L.', 'srl'],
    ['Consorzio Beta società cooperativa a r.l.', 'sc'],
    ['Cooperativa Gamma SpA', 'spa'],
    ['Società agricola cooperativa Delta S.r.l.', 'sc'],
    ['Cooperativa Epsilon a responsabilità limitata', 'sc'],
    ['Tau Soc.Coop.', 'sc'],
    ['Ypsilon STP a r.l.', 'srl'],
    ['Fi società tra avvocati per azioni', 'spa'],
    ['Chi Soc.p.Az.', 'spa'],
    ['Psi S.Coop.p.A.', 'sc'],
    ['Ristorante SS 36', null],
    ['Rossi Mario', null],
    ['Sarasola Auto', null],
  ])('%s: %s', (name, form) => expect(legalFormIn(name)).toBe(form));
});

describe('kind 8: the century of a tax code', () => {
  const TODAY = '2026-11-28';
  const codeOf = (birthDate: string) =>
    computeTaxCode({ firstName: 'Mbappe', lastName: 'Prova', birthDate, sex: 'M' }, 'F205');
  test.each([
    ['2016-05-03', '2016-05-03', '1916-05-03'],
    ['2009-05-03', '2009-05-03', '1909-05-03'],
    ['2025-05-03', '2025-05-03', '1925-05-03'],
    ['1990-05-03', '1990-05-03', null],
    ['1941-02-07', '1941-02-07', null],
    ['1927-01-01', '1927-01-01', null],
    ['2008-11-28', '2008-11-28', null],
    ['2008-11-29', '2008-11-29', '1908-11-29'],
    ['1926-12-01', '1926-12-01', null],
    ['2000-02-29', '2000-02-29', null],
  ])('%s is read as %s, or %s', (born, birthDate, otherBirthDate) =>
    expect(readTaxCode(codeOf(born), TODAY)).toMatchObject({ birthDate, otherBirthDate }),
  );
  test('the tax code of the book of cases is a child’s', () =>
    expect(readTaxCode('PRVBMB16E03F205R', TODAY)?.birthDate).toBe('2016-05-03'));
});

describe('kind 8: bodies and sole traders', () => {
  const parsed = (customer: object) => {
    const read = customerInput.safeParse(customer);
    return read.success ? 'taken' : read.error.issues.map(({ path }) => path.join('.')).toSorted();
  };
  test.each([
    [{ type: 'fleet', companyName: 'ASD Polisportiva', taxCode: '97103880585' }, 'taken'],
    [{ type: 'fleet', companyName: 'Comune di Prova', taxCode: '97103880585', sdi: 'ABC123' }, 'taken'],
    [{ type: 'fleet', companyName: 'Prova', taxCode: '97103880586' }, ['legalForm', 'taxCode', 'vatNumber']],
    [{ type: 'fleet', companyName: 'Alfa SRL', taxCode: '02438750586' }, ['legalForm', 'vatNumber']],
    [{ type: 'fleet', companyName: 'Prova' }, ['legalForm', 'vatNumber']],
    [{ type: 'fleet', companyName: 'Prova', taxCode: '97103880585', legalForm: 'srl' }, ['vatNumber']],
    [{ type: 'vat', firstName: 'A', lastName: 'B', vatNumber: '02438750586', taxCode: '02438750586' }, 'taken'],
    [{ type: 'vat', firstName: 'A', lastName: 'B', taxCode: '97103880585' }, ['vatNumber']],
  ])('%j: %j', (customer, right) => expect(parsed(customer)).toEqual(right));
});

describe('kind 8: a province', () => {
  const known = [
    { code: 'FC', name: 'Forlì-Cesena' },
    { code: 'RE', name: 'Reggio nell’Emilia' },
    { code: 'RC', name: 'Reggio Calabria' },
    { code: 'MS', name: 'Massa-Carrara' },
    { code: 'MB', name: 'Monza e della Brianza' },
    { code: 'VB', name: 'Verbano-Cusio-Ossola' },
    { code: 'PU', name: 'Pesaro e Urbino' },
    { code: 'BZ', name: 'Bolzano/Bozen' },
    { code: 'RM', name: 'Roma' },
    { code: 'AQ', name: 'L’Aquila' },
    { code: 'SP', name: 'La Spezia' },
    { code: 'MI', name: 'Milano' },
    { code: 'AO', name: 'Valle d’Aosta/Vallée d’Aoste' },
  ];
  test.each([
    ['FORLI-CESENA', 'FC'],
    ["FORLI' - CESENA", 'FC'],
    ['Forlì', 'FC'],
    ['FO', 'FC'],
    ['PS', 'PU'],
    ['Reggio Emilia', 'RE'],
    ["REGGIO NELL'EMILIA", 'RE'],
    ['Reggio di Calabria', 'RC'],
    ['Massa Carrara', 'MS'],
    ['Monza Brianza', 'MB'],
    ['Verbania', 'VB'],
    ['VCO', 'VB'],
    ['Bolzano', 'BZ'],
    ['Aosta', 'AO'],
    ['Roma', 'RM'],
    ['ROMA', 'RM'],
    ['(MI)', 'MI'],
    ['MI - Milano', 'MI'],
    ['Prov. di Milano', 'MI'],
    ['Città metropolitana di Milano', 'MI'],
    ['LAQUILA', 'AQ'],
    ["L'AQUILA", 'AQ'],
    ['Spezia', 'SP'],
    ['Bozen', 'BZ'],
    ['Südtirol', 'BZ'],
    ['Carrara', 'MS'],
    ['Urbino', 'PU'],
    ['Milano Città Metropolitana', 'MI'],
    ['Milan', 'MI'],
    ['Reggio E.', 'RE'],
    ['mi', 'MI'],
    ['Reggio', null],
    ['Calabria', null],
    ['Emilia', null],
    ['Boh', null],
  ])('«%s» is %s', (text, code) => expect(provinceIn(text, known)).toBe(code));
});

describe('kind 8: a plate', () => {
  test.each([
    ['AB123CD', 'car'],
    ['ab 123-cd', 'car'],
    ['MI 123456', 'old'],
    ['ROMA A12345', 'old'],
    ['PS 123456', 'old'],
    ['TI 123456', null],
    ['AA000A', null],
    ['EI AA123', 'forces'],
    ['GF AA123', 'forces'],
    ['EI 123 AB', 'forces'],
    ['CC AB123', 'forces'],
    ['RSM A1234', 'forces'],
    ['1234 BCD', null],
    ['XA123AA', 'trailer'],
    ['MI ABCDEF', null],
    ['ab.123.cd', 'car'],
    ['(AB‑123/CD)', 'car'],
    ['Targa: AB123CD', 'car'],
    ['="AB123CD"', 'car'],
    ['DPC A1234', 'forces'],
    ['RM 12345A', 'old'],
  ])('%s: %s', (plate, kind) => expect(plateKind(plate)).toBe(kind));
  test.each([
    ['TI 123456', /svizzera/],
    ['EI AA123', /Esercito/],
    ['AA000A', /non riconosciuto/],
    ['MI 123456', /1994/],
    ['1234 BCD', /spagnola/],
    ['B-MW 1234', /tedesca/],
    ['W 12345A', /austriaca/],
    ['CJ 12 ABC', /romena/],
    ['12-AB-34', /olandese/],
    ['1-ABC-123', /belga/],
    ['BCD234', /di ciclomotore, o tedesca/],
    ['X2BCDF', /di ciclomotore:/],
    ['AB 12345', /di motociclo:/],
    ['ZG 12345', /di motociclo, o svizzera/],
  ])('%s is named', (plate, words) => expect(plateIssue(plate)).toMatch(words));
});
