import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { anyOf } from '../rights.ts';
import { calendarDay } from '../text.ts';
import { timeline } from '../timeline.ts';
import { quoteRights } from './rights.ts';
import { quoteSettingsAnswer, quoteStart, settingsInput } from './settings.ts';

const settings = [p.managePreferences] as const;
const view = anyOf(quoteRights.see);

/** Calls about what a company sets for its quotes. */
export const settingEndpoints = {
  'GET /quotes/settings': endpoint({
    summary: 'What the company sets for its quotes, in force and to come',
    privileges: settings,
    answer: quoteSettingsAnswer,
  }),
  'PUT /quotes/settings': endpoint({
    summary: 'Set from a day on, today or later; issued quotes keep what they were issued with',
    privileges: settings,
    body: settingsInput,
    answer: quoteSettingsAnswer,
    versioned: true,
  }),
  'POST /quotes/settings/unschedule': endpoint({
    summary: 'Take back what was set from a day to come',
    privileges: settings,
    body: z.object({ from: calendarDay }),
    answer: quoteSettingsAnswer,
    versioned: true,
  }),
  'GET /quotes/settings/timeline': endpoint({
    summary: 'Who changed the settings, when and what',
    privileges: settings,
    answer: timeline,
  }),
  'GET /quotes/start': endpoint({
    summary: 'What a new quote of the company starts from, and the order of the sections',
    privileges: view,
    answer: quoteStart,
  }),
};
