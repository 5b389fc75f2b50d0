export const catalogImport = {
  into: 'Il file non ha la colonna «Edizione»: tutte le righe vanno nella bozza «{edition}».',
  where: 'Il file non ha la colonna «Edizione»: scegliere «Per tutto il file» la bozza in cui vanno le righe.',
};
