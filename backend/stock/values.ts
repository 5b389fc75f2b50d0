/** What the variables of a layout are on a car of the stock. */
import { fuels, type Fuel } from '#domain/catalog/terms.ts';
import { integer, money } from '#domain/italian.ts';
import type { LayoutValues, layoutVariables } from '#domain/layouts/variables.ts';
import { valuesAround } from '../documents/layout.ts';

type Name = keyof (typeof layoutVariables)['stocks'];

interface Car {
  usage: 'new' | 'used';
  plate: string;
  vin: string;
  maker: string | null;
  model: string | null;
  version: string;
  registeredOn: string | null;
  km: number | null;
  colour: string;
  kw: number | null;
  fuel: Fuel | null;
  price: number | null;
}

interface Around {
  company: string;
  userName: string;
  location: string;
  today: string;
}

/** Every variable of a window sheet; a car has no customer and no lead. */
export function carValues(car: Car, { company, userName, location, today }: Around): LayoutValues {
  const values: Record<Name, string> = {
    Nome: '',
    Cognome: '',
    Email: '',
    Telefono: '',
    Indirizzo: '',
    CAP: '',
    Città: '',
    Provincia: '',
    Nazione: '',
    ...valuesAround({ company, user: userName, place: location, today }),
    'Tipo veicolo': car.usage === 'new' ? 'Nuovo' : 'Usato',
    Targa: car.plate,
    Telaio: car.vin,
    Marchio: car.maker ?? '',
    Modello: car.model ?? '',
    Versione: car.version,
    Anno: car.registeredOn?.slice(0, 4) ?? '',
    Chilometraggio: car.km === null ? '' : integer(car.km),
    Colore: car.colour,
    Potenza: car.kw === null ? '' : `${integer(car.kw)} kW`,
    Alimentazione: car.fuel === null ? '' : fuels[car.fuel],
    Prezzo: car.price === null ? '' : money(car.price),
  };
  return values;
}
