import { agencyFields } from '#domain/agencies/fields.ts';
import type { agencies as table } from '#domain/agencies/endpoints.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { Calls } from '../area.ts';
import { recordCalls } from '../priced.ts';

export const agencies: Calls<typeof table> = recordCalls('agencies', (name) => ({ ...blankOf(agencyFields), name }));
