import { dayInRome } from '#domain/dates.ts';
import { day, telephone } from '#domain/italian.ts';
import type { Duplicates } from '#domain/persons/schema.ts';
import { t } from '#site/lib/intl.ts';
import { duplicates as words } from '#site/messages/it/persons.ts';

type Candidate = Duplicates[number]['customers'][number];

/** What tells a customer from another one of the same name: codes, birth, town, contacts, since when it is there. */
export const about = ({ taxCode, vatNumber, birthDate, city, email, phone, createdAt, quotes }: Candidate): string =>
  [
    taxCode,
    vatNumber,
    birthDate && t(words.born, { day: day(birthDate) }),
    city,
    email,
    phone && telephone(phone),
    t(words.entered, { day: day(dayInRome(new Date(createdAt))) }),
    t(words.quotes, { n: quotes }),
  ]
    .filter(Boolean)
    .join(' · ');
