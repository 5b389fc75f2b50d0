/** Words of a used car's photos. */
export const photos = {
  add: 'Aggiungi foto',
  shoot: 'Scatta',
  choose: 'Scegli foto',
  phone: 'anche più di una, anche dal telefono',
  none: 'Nessuna foto. Le prime si vedono nell’elenco, sul cartello e nel link dell’auto.',
  order: 'La prima è la copertina. Per ordinare: trascinare, oppure Alt con le frecce sulla foto.',
  cover: 'Copertina',
  photo: 'Foto {n} di {all}',
  moved: 'Foto spostata al posto {n} di {all}',
  damageCount: '{n} danni',
  oneDamage: 'un danno',
  online: 'Foto online dopo {n} giorni',
  onlineOne: 'Foto online dopo un giorno',
  onlineAtOnce: 'Foto online il giorno dell’arrivo',
  offline: 'Ancora senza foto',
} as const;
