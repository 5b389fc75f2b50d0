import { z } from 'zod';
import { isMobile } from '../phones.ts';
import { phone } from '../record/schema.ts';
import { written } from './sending.ts';
import { SMS_LENGTH } from './sms-parts.ts';

const LANDLINE = 'È un numero fisso: un SMS arriva solo a un cellulare';

/** Text to a mobile; `{collegamento}` in it becomes a private link. */
export const smsInput = z.object({
  to: phone.refine(isMobile, LANDLINE),
  text: written(SMS_LENGTH, 'Scrivere il testo'),
});
