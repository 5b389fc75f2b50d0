import { datedCalls } from '#domain/record/dated.ts';
import { endpoint } from '#domain/endpoint.ts';
import { raise } from '#domain/own-raise.ts';
import { anyOf } from '#domain/record/rights.ts';
import { quoteRights } from '../rights.ts';
import { quoteSettingsAnswer, quoteStart, settingsInput } from './schema.ts';

const calls = datedCalls('quotes/settings', {
  what: 'its quotes',
  input: settingsInput,
  answer: quoteSettingsAnswer,
});

export const settingEndpoints = {
  ...calls,
  'PUT /quotes/settings': endpoint({
    ...calls['PUT /quotes/settings'],
    body: settingsInput.safeExtend({ raise: raise.optional() }),
    heavy: 'waiting',
  }),
  'GET /quotes/start': endpoint({
    summary: 'What a new quote of the company starts from, and the order of the sections',
    privileges: anyOf(quoteRights.see),
    answer: quoteStart,
  }),
};
