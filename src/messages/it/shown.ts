/** Words of a used car's public page. */
export const shown = {
  ask: 'Prezzo su richiesta',
  reserved: 'In trattativa',
  photo: 'Foto {n}',
  car: 'L’auto',
  equipment: 'Dotazioni',
  contact: 'Dove vederla',
  call: 'Telefona',
  write: 'Scrivi',
  gone: 'Auto non più in vendita',
  goneText: 'Questa auto è stata venduta o non è più esposta. La concessionaria può proporne altre.',
} as const;
