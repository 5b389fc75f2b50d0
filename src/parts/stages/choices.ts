import type { CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { stage as words } from '#site/messages/it/stage.ts';
import type { Named } from '#site/ui/choices.ts';

/** The stages of a list as its filter offers them: those that are retired, too, because rows still have them. */
export const stagesOf = (stages: CallAnswer<'GET /quotes/stages'>): Named =>
  stages.map(({ id, label, retired }) => ({ id, name: retired ? t(words.retired, { label }) : label }));
