/** Stages of negotiations, and what receptions ask, in the demo world. */

/** The stages that company 10 offers: code, name, colour, percent of contracts, outcome. */
const stages = [
  ['quote', 'CONTATTO', 'Contatto', '#9aa4b2', 10, 'open'],
  ['quote', 'VISITA', 'Visita in sede', '#2f9bd0', 20, 'open'],
  ['quote', 'PROVA', 'Test drive', '#009e9a', 35, 'open'],
  ['quote', 'OFFERTA', 'Offerta consegnata', '#1d5fd6', 50, 'open'],
  ['quote', 'CREDITO', 'Credito in esame', '#9b62c9', 75, 'open'],
  ['quote', 'VINTA', 'Vinta', '#168043', 100, 'won'],
  ['quote', 'PERSA', 'Persa', '#c93135', 0, 'lost'],
  ['lead', 'NUOVO', 'Nuovo contatto', '#9aa4b2', 5, 'open'],
  ['lead', 'QUALIFICATO', 'Qualificato', '#2f9bd0', 20, 'open'],
  ['lead', 'APPUNTAMENTO', 'Appuntamento fissato', '#1d5fd6', 40, 'open'],
] as const;

/** The rows of the stages, made at an instant. */
export const stagesSince = (since: string) =>
  stages.map(([entity, code, label, colour, probability, outcome], at) => ({
    company_id: 10,
    id: at + 1,
    entity,
    code,
    label,
    colour,
    place: at + 1,
    probability,
    outcome,
    created_at: since,
    updated_at: since,
  }));

/** What company 10 lets receptions ask: kind, code, text, answers one a line. */
const words = [
  ['reason', 'NOVITA', 'Vedere una novità', null],
  ['reason', 'PROVA', 'Test drive', null],
  ['reason', 'PROMOZIONE', 'Promozione in corso', null],
  ['reason', 'TAGLIANDO', 'Tagliando o officina', null],
  ['question', 'ORIGINE', 'Come ci ha conosciuti?', 'Sito\nSocial\nPassaparola\nGià cliente\nPassando'],
] as const;

/** What a visit of the demo world may have come for, and what it answers. */
export const visitReasons = words.flatMap(([kind, code]) => (kind === 'reason' ? [code] : []));
export const visitQuestions = words.flatMap(([kind, question, , answers]) =>
  kind === 'question' ? [{ question, answers: answers.split('\n') }] : [],
);

/** The rows of these words, made at an instant. */
export const receptionWordsSince = (since: string) =>
  words.map(([kind, code, label, answers], at) => ({
    company_id: 10,
    id: at + 1,
    kind,
    code,
    label,
    answers,
    place: at + 1,
    created_at: since,
    updated_at: since,
  }));
