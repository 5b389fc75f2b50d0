import { telephone } from '#domain/italian.ts';
import { customers as words } from '#site/messages/it/customers.ts';

/** A number as `tel:` and WhatsApp need it. A number without a country prefix counts as Italian. */
export const dialled = (phone: string): string => {
  const digits = phone.replace(/[^\d+]/g, '').replace(/^00/, '+');
  return digits.startsWith('+') ? digits : `+39${digits}`;
};

/** A telephone number with links to call it and to send a message. */
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
