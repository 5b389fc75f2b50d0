/** Texts of the province rules. */
export const provinces = {
  own: 'Regole dell’azienda',
  none: 'Nessuna regola dell’azienda: valgono i valori nazionali.',
  province: 'Provincia',
  percent: 'Addizionale',
  rule: 'Regola',
  reason: 'Motivo',
  national: 'Valori nazionali',
  example: 'IPT di 85 kW',
  fixed: 'fissa con IVA',
  plain: 'proporzionale',
  fuel: '{fuels}: {percent}',
  sample: 'Che cosa cambia',
  noSample: 'Nessuna regola propria: 85 kW pagano quanto dice l’elenco nazionale.',
  changes: '{name}: 85 kW a benzina {from} → {to}, elettrica {electric}, autocarro di 10 quintali {van}',
} as const;

/** Texts of the fiscal parameters. */
export const fiscal = {
  intro:
    'Valgono per tutti i calcoli dal giorno indicato: preventivi, passaggi, bollo, finanziamenti. Un valore dell’azienda sostituisce quello nazionale, anche se la legge cambia, finché non si riscrive quello nazionale; i preventivi emessi tengono i loro.',
  parameter: 'Parametro',
  value: 'Valore',
  since: 'Valido dal',
  law: 'Nazionale',
  own: 'Azienda',
  instead: 'nazionale {national}',
  noNational: 'non indicato',
  vatExample: '1.000,00 € imponibili sono {gross} con IVA; ogni auto nuova ha {fee} di PFU.',
  registrationExample: 'Immatricolare un’auto nuova costa {total} di spese anticipate, oltre alla IPT.',
  transferExample: 'Un passaggio costa {retail} di spese fisse, una minivoltura {b2b}.',
  iptExample: 'Un’auto di 85 kW paga {amount}, prima dell’addizionale della provincia.',
  roadTaxExample: 'Un’auto di 85 kW da Euro 4 in su paga {amount} di bollo all’anno.',
  creditExample: 'Su {loan} finanziati oltre i 18 mesi: {tax} di imposta sostitutiva; altrimenti {stamp} di bollo.',
} as const;

/** Texts of the national values that the manufacturer keeps. */
export const national = {
  intro:
    'Valgono per tutte le concessionarie dal giorno indicato, da oggi in avanti: ciò che era in vigore non si riscrive, i preventivi emessi tengono i loro valori e le bozze prendono i nuovi quando si riaprono. Chi ha un valore proprio lo tiene.',
  first: 'iniziale',
  touched:
    '{label}, concessionarie per cui vale: {companies} su {all}; loro bozze aperte: {drafts}. Con un valore proprio, che resta: {own}.',
  touchedAll: '{label}, concessionarie per cui vale: tutte, {all}; loro bozze aperte: {drafts}.',
  provinces: 'Province',
  provinceRules: 'Regole nazionali per provincia',
  provinceHelp:
    'Sostituiscono i valori della tabella dal giorno indicato, con la fonte nel motivo. La regola propria di una concessionaria resta.',
} as const;
