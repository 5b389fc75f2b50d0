import { datedCalls } from '../dated.ts';
import { endpoint } from '../endpoint.ts';
import { anyOf } from '../rights.ts';
import { quoteRights } from './rights.ts';
import { quoteSettingsAnswer, quoteStart, settingsInput } from './settings.ts';

export const settingEndpoints = {
  ...datedCalls('quotes/settings', { what: 'its quotes', input: settingsInput, answer: quoteSettingsAnswer }),
  'GET /quotes/start': endpoint({
    summary: 'What a new quote of the company starts from, and the order of the sections',
    privileges: anyOf(quoteRights.see),
    answer: quoteStart,
  }),
};
