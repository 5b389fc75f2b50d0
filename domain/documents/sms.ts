import { z } from 'zod';
import { phone } from '../schema.ts';
import { written } from './sending.ts';
import { SMS_LENGTH } from './sms-parts.ts';

const LANDLINE = 'È un numero fisso: un SMS arriva solo a un cellulare';

/** Whether an SMS may arrive at a number in E.164: Italian mobiles begin with 3; of other countries nobody can tell. */
export const isMobile = (number: string): boolean => !/^\+39(?!3)/.test(number);

/** Text to a mobile; `{collegamento}` in it becomes a private link. */
export const smsInput = z.object({
  to: phone.refine(isMobile, LANDLINE),
  text: written(SMS_LENGTH, 'Scrivere il testo'),
});
