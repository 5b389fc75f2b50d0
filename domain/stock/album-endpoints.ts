import { endpoint } from '../endpoint.ts';
import { anyOf } from '../record/rights.ts';
import { album, albumInput, photoInput } from './album-schema.ts';
import { stockRights } from './rights.ts';

const manage = { privileges: anyOf(stockRights.change) };

export const albumCalls = {
  'GET /stock/used/:id/photos': endpoint({
    summary: 'The photos of a car in their order; the first is the cover',
    privileges: anyOf(stockRights.see),
    answer: album,
  }),
  'POST /stock/used/:id/photos': endpoint({
    summary: 'Put a photo that was sent (POST /uploads) at the end of the album',
    ...manage,
    body: photoInput,
    answer: album,
    creates: true,
  }),
  'PUT /stock/used/:id/photos': endpoint({
    summary:
      'The album as it is to be: order, notes and damages. What is left out is taken out, and can be put back for a day',
    ...manage,
    body: albumInput,
    answer: album,
    versioned: true,
  }),
};
