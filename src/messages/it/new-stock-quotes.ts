/** Words of quotes for a very car of the new stock. */
export const newStockQuotes = {
  stockPrice: 'Prezzo dell’auto in stock',
  title: 'Auto in stock {code}',
  vin: 'Telaio',
  place: 'Sede',
  arrived: 'In stock dal',
  expected: 'Arrivo previsto',
  fitted: 'Colore e optional',
  fixed: 'Il preventivo è per questa auto: colore e optional sono i suoi.',
} as const;
