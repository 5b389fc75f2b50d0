import { contractFields } from './fields.ts';
import { requirable, wholeSections, type requirableWords } from './setting-fields.ts';

export type Requirable = (typeof requirable)[number];

const isWhole = (key: string): key is keyof typeof wholeSections => Object.hasOwn(wholeSections, key);

/** The fields that a row of the schema asks for: itself, or those of its section. */
export const requirableFields = (key: keyof typeof requirableWords): readonly Requirable[] =>
  isWhole(key) ? requirable.filter((field) => contractFields[field].section === wholeSections[key]) : [key];
