/** Words of the fiscal parameters. */
export const fiscal = {
  intro:
    'Valgono per tutti i calcoli dal giorno indicato: preventivi, passaggi, bollo, finanziamenti. Un valore dell’azienda sostituisce quello nazionale fino alla prossima variazione di legge; i preventivi emessi tengono i loro.',
  parameter: 'Parametro',
  value: 'Valore',
  since: 'Valido dal',
  whose: 'Origine',
  law: 'Nazionale',
  own: 'Azienda',
} as const;
