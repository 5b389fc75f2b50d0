import { describe, expect, test } from 'vitest';
import { leadMachine, type LeadFacts } from '#domain/leads/rules.ts';
import { leadTypes } from '#domain/leads/lead-types.ts';
import { leadSubtypes, subtypesOf } from '#domain/leads/terms.ts';
import { filledIn, TEMPLATE_TEXT, variables } from '#domain/leads/variables.ts';
import { keysOf, refusalOf } from '#domain/record/machine.ts';

describe('leads', () => {
  const closed: LeadFacts = { state: 'closed', assigneeId: 7, contractId: null, closedOn: '2026-11-01' };
  const reopen = (id: number, privileges: number[], today: string) =>
    refusalOf(leadMachine, closed, { id, privileges, today }, 'reopen')?.code ?? null;

  test('the assignee reopens within 30 days, who manages all leads at any time', () => {
    expect(reopen(7, [13], '2026-12-01')).toBeNull();
    expect(reopen(7, [13], '2026-12-02')).toBe('forbidden');
    expect(reopen(7, [13, 40], '2026-12-02')).toBeNull();
    expect(reopen(8, [40], '2027-12-02')).toBeNull();
    expect(reopen(8, [39], '2026-11-02')).toBe('forbidden');
  });

  test('is won only with its contract', () => {
    const open: LeadFacts = { ...closed, state: 'negotiation', closedOn: null };
    const win = (facts: LeadFacts) =>
      refusalOf(leadMachine, facts, { id: 7, privileges: [13], today: '2026-11-24' }, 'win');
    expect(win(open)).toMatchObject({ code: 'conflict', missing: [{ field: 'contractId' }] });
    expect(win({ ...open, contractId: 5 })).toBeNull();
  });

  test('every subtype is of a type', () => {
    expect(keysOf(subtypesOf)).toEqual(keysOf(leadTypes));
    expect([...new Set(Object.values(subtypesOf).flat())].toSorted()).toEqual(keysOf(leadSubtypes).toSorted());
  });
});

describe('templates', () => {
  test('know exactly the 26 variables of the specification', () => {
    expect(keysOf(variables).join(', ')).toBe(
      'Nome, Cognome, Email, Telefono, Indirizzo, CAP, Città, Provincia, Nazione, Fonte, Data ricezione, Sede, Link annuncio, Tipo veicolo, Targa, Telaio, Marchio, Modello, Versione, Anno, Chilometraggio, Azienda dealer, Nome Utente, Data oggi, Data domani, Data dopodomani',
    );
  });

  test('say what they name and nobody knows, and what has no value on this lead', () => {
    expect(TEMPLATE_TEXT.test('Gentile {Nome}, la {Auto} la aspetta')).toBe(false);
    expect(TEMPLATE_TEXT.test('Gentile {Nome}, la {Marchio} di {Data domani}')).toBe(true);
    expect(filledIn('Gentile {Nome}, porti la targa {Targa}. {Auto}', { Nome: 'Chiara' })).toEqual({
      text: 'Gentile Chiara, porti la targa {Targa}. {Auto}',
      missing: ['Targa'],
    });
  });
});
