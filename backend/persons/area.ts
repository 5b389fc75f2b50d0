import { persons as table } from '#domain/persons/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { findDuplicates } from './duplicates.ts';
import { erasePerson, readPlan } from './erase.ts';
import { exportPerson } from './export.ts';
import { mergeCustomers, merges, preview, undoMerge } from './merge.ts';
import { eraseWithCar } from './papers.ts';
import { replayJob } from './replay.ts';
import { eraseChosen, readRetention, retentionJob } from './retention.ts';
import { writeTombstones } from './tombstones.ts';

/** The area of everything that happens to a person's data as a whole: merge, export, erasure, retention. */
export const persons = area(table, {
  verbs: {
    'GET /persons/duplicates': findDuplicates,
    'GET /persons/merges': (ctx) => merges(ctx),
    'GET /persons/merges/preview': preview,
    'POST /persons/merges': mergeCustomers,
    'POST /persons/merges/:id/undo': undoMerge,
    'GET /persons/:id/export': exportPerson,
    'GET /persons/:id/erasure': readPlan,
    'POST /persons/:id/erasure': erasePerson,
    'GET /persons/retention': readRetention,
    'POST /persons/retention': eraseChosen,
  },
  jobs: [retentionJob, writeTombstones, replayJob],
  effects: { 'record.moved': eraseWithCar },
  constraints: {
    customers_merged: { archived: 'Questo cliente è stato unito a un altro: annullare l’unione dai doppioni' },
  },
});
