import { z } from 'zod';
import { endpoint, forManufacturer } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { timeline } from '#domain/record/timeline.ts';
import {
  listedNetworkLayout,
  networkLayout,
  networkLayoutInput,
  newNetworkLayout,
  publishedNote,
  withdrawal,
} from './schema.ts';

const manage = { privileges: [p.managePreferences] } as const;

/** Calls about the layouts that the manufacturer writes for its network. */
export const networkLayouts = forManufacturer({
  'GET /network/layouts': endpoint({
    summary: 'Layouts of all kinds for the network, and how many companies print by each',
    answer: z.array(listedNetworkLayout),
  }),
  'POST /network/layouts': endpoint({
    summary: 'A draft for a kind of prints, which begins as the product prints them',
    ...manage,
    body: newNetworkLayout,
    answer: networkLayout,
    creates: true,
  }),
  'GET /network/layouts/:id': endpoint({
    summary: 'The draft of a layout, what is wrong with it, and its editions',
    answer: networkLayout,
  }),
  'GET /network/layouts/:id/timeline': endpoint({ summary: 'Who changed what', answer: timeline }),
  'PUT /network/layouts/:id': endpoint({
    summary: 'Save the draft of a layout; dealers see nothing of it',
    ...manage,
    body: networkLayoutInput,
    answer: networkLayout,
    versioned: true,
  }),
  'POST /network/layouts/:id/publish': endpoint({
    summary: 'Offer the draft as the next edition, with what it changes; what companies print stays until they take it',
    ...manage,
    body: publishedNote,
    answer: networkLayout,
    versioned: true,
  }),
  'POST /network/layouts/:id/withdraw': endpoint({
    summary: 'Offer a layout no more, or again; who prints by it goes on',
    ...manage,
    body: withdrawal,
    answer: networkLayout,
    versioned: true,
  }),
});
