import { useStore } from '@nanostores/react';
import { telephone } from '#domain/italian.ts';
import { Reliefs } from '#site/areas/quotes/builder/documents.tsx';
import { useBuilder } from '#site/areas/quotes/builder/store.ts';
import { issued as words } from '#site/messages/it/issued.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { Facts } from '#site/ui/record/Facts.tsx';

/** A number as `tel:` and WhatsApp take it; Italian where no country stands before it. */
export const dialled = (phone: string): string => {
  const digits = phone.replace(/[^\d+]/g, '').replace(/^00/, '+');
  return digits.startsWith('+') ? digits : `+39${digits}`;
};

/** Who the quote is for and how they are reached today. */
export function Customer() {
  const { $draft, $quote } = useBuilder();
  const { customer } = useStore($draft);
  const { phone = null, email = null, address = '' } = useStore($quote)!.contact ?? {};
  if (!customer) return null;
  return (
    <section className="card" aria-label={builder.sections.customer}>
      <h2>{builder.sections.customer}</h2>
      <div className="lined">
        <Facts
          rows={[
            [words.name, customer.name],
            [
              words.phone,
              phone ? (
                <>
                  {telephone(phone)}{' '}
                  <span className="row reach">
                    <a className="link" href={`tel:${dialled(phone)}`}>
                      {words.call}
                    </a>
                    <a
                      className="link"
                      href={`https://wa.me/${dialled(phone).slice(1)}`}
                      target="_blank"
                      rel="noopener noreferrer"
                    >
                      {words.whatsapp}
                    </a>
                  </span>
                </>
              ) : (
                words.noPhone
              ),
            ],
            [
              words.email,
              email && (
                <a key="email" className="link" href={`mailto:${email}`}>
                  {email}
                </a>
              ),
            ],
            [words.address, address],
          ]}
        />
      </div>
      <Reliefs />
    </section>
  );
}
