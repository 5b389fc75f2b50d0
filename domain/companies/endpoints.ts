import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordCalls } from '../record/calls.ts';
import { flag } from '../record/records.ts';
import { privileges as p } from '../privileges.ts';
import { centerInput, centerRecord, locationInput, locationRecord } from './places.ts';
import { beginning } from './beginning.ts';
import { numberingInput } from './numbering.ts';
import { company, companyInput, companyProfile, location } from './schema.ts';

const preferences = [p.managePreferences] as const;

const managed = { see: preferences, manage: preferences, filters: { archived: flag.optional() } };

export const companies = {
  'GET /companies/:company_id': endpoint({ summary: 'Own company', audience: 'user', answer: company }),
  'GET /companies/beginning': endpoint({
    summary: 'Which areas the company has begun to use, and what a new company still lacks',
    answer: beginning,
  }),
  'GET /companies/:company_id/profile': endpoint({
    summary: 'What the own company says of itself on documents, with its colours and the size of its logo',
    privileges: preferences,
    answer: companyProfile,
  }),
  'PUT /companies/:company_id/profile': endpoint({
    summary: 'Change what the company says of itself on documents, and its colours',
    privileges: preferences,
    body: companyInput,
    answer: companyProfile,
    versioned: true,
  }),
  'PUT /companies/:company_id/numbers': endpoint({
    summary: 'Choose prefix and first number of a kind of document for a year that has given none yet',
    privileges: preferences,
    body: numberingInput,
    answer: companyProfile,
    versioned: true,
  }),
  'GET /companies/:company_id/logo': endpoint({
    summary: 'Logo of the own company; `key` of the profile makes a browser load a new one',
    audience: 'user',
    query: z.object({ key: z.string().max(40).optional() }),
    answer: 'file',
  }),
  'PUT /companies/:company_id/logo': endpoint({
    summary: 'Set the logo: PNG or JPEG as base64, at most 400 kB and 2000 pixels a side',
    privileges: preferences,
    body: z.object({ base64: z.base64('Immagine non valida').max(540_000, 'Immagine troppo grande') }),
    answer: companyProfile,
    heavy: 'pictures',
  }),
  'DELETE /companies/:company_id/logo': endpoint({
    summary: 'Take the logo away',
    privileges: preferences,
    answer: companyProfile,
    heavy: 'waiting',
  }),
  'GET /locations/open': endpoint({
    summary: 'Locations of the company; archived ones only where they are asked for, behind the others',
    query: z.object({ closed: flag.optional() }),
    behalf: ['prices'],
    answer: z.array(location),
  }),
  'GET /business-centers/open': endpoint({
    summary: 'Business centers of the company, archived ones left out',
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  // After the paths that have a word in the place of the id.
  ...recordCalls('locations', {
    ...managed,
    names: ['a location', 'locations'],
    input: locationInput,
    answer: locationRecord,
  }),
  ...recordCalls('business-centers', {
    ...managed,
    names: ['a business center', 'business centers'],
    input: centerInput,
    answer: centerRecord,
  }),
};
