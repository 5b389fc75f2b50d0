import { telephone } from '#domain/italian.ts';
import { customers as words } from '#site/messages/it/customers.ts';

/** A number as `tel:` and WhatsApp take it; Italian where no country stands before it. */
export const dialled = (phone: string): string => {
  const digits = phone.replace(/[^\d+]/g, '').replace(/^00/, '+');
  return digits.startsWith('+') ? digits : `+39${digits}`;
};

/** A telephone with what is done with it: a call, a message. */
export const Reach = ({ phone }: { phone: string }) => (
  <>
    {telephone(phone)}{' '}
    <span className="row reach">
      <a className="link" href={`tel:${dialled(phone)}`}>
        {words.call}
      </a>
      <a className="link" href={`https://wa.me/${dialled(phone).slice(1)}`} target="_blank" rel="noopener noreferrer">
        {words.whatsapp}
      </a>
    </span>
  </>
);
