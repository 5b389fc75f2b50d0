import { t } from '#site/lib/intl.ts';
import { authLive as words } from '#site/messages/it/auth.ts';

/** The remaining wait in words: "Troppi tentativi: riprovare tra 2 minuti." */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const unit = seconds > 90 ? [minutes, 'minuti'] : [seconds, seconds === 1 ? 'secondo' : 'secondi'];
  return t(words.locked, { wait: unit.join(' ') });
}
