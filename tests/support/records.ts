/** A body that each reference area takes, and its sheet. */
export const accessory = {
  ...{ code: 'X-1', description: 'Prova', makerId: null, modelId: null, price: 100, cost: 0, taxRate: 22 },
  ...{ fittingMinutes: 0, inStock: true, activeFrom: null, activeTo: null },
};
export const tyre = {
  ...{ code: 'X-1', brand: 'Prova', model: 'Veloce', width: 205, ratio: 55, rim: 16, build: 'standard', load: '91' },
  ...{ speed: 'V', season: 'summer', fuelClass: null, wetClass: null, noiseDb: null, noiseClass: null, snow: false },
  ...{ price: 12_345, cost: 5000, taxRate: 22, pfu: 'B1', inStock: true },
};

/** For the tests that walk every call: the calls of a reference area differ by these only. */
export const reference = {
  accessories: { body: accessory, csv: 'Codice;Descrizione;Prezzo\nNUOVO-1;Prova;120,50' },
  tyres: {
    body: tyre,
    csv: 'Codice;Marca;Modello;Misura;Stagione;Prezzo\nNUOVO-1;Prova;Veloce;205/55 R16 91V;Estivo;120,50',
  },
};
export const areas = Object.keys(reference) as (keyof typeof reference)[];
