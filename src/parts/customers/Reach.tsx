import { telephone } from '#domain/italian.ts';
import { e164 } from '#domain/phones.ts';
import { reach as words } from '#site/messages/it/kit.ts';
import { StateBadge } from '#site/ui/Bits.tsx';

/** A number as `tel:` and WhatsApp need it; that of an old snapshot may be written in any way. */
export const dialled = (phone: string): string => e164(phone) ?? phone;

/** A telephone number with links to call it and to send a message; who has asked not to be contacted is not, by one press. */
export const Reach = ({ phone, silent }: { phone: string; silent: boolean }) => (
  <>
    {telephone(phone)}{' '}
    {silent ? (
      <StateBadge tone="bad">{words.silent}</StateBadge>
    ) : (
      <span className="row reach">
        <a className="link" href={`tel:${dialled(phone)}`}>
          {words.call}
        </a>
        <a className="link" href={`https://wa.me/${dialled(phone).slice(1)}`} target="_blank" rel="noopener noreferrer">
          {words.whatsapp}
        </a>
      </span>
    )}
  </>
);
