import { useStore } from '@nanostores/react';
import { Reliefs } from '#site/areas/quotes/builder/agreements.tsx';
import { useQuote } from '#site/areas/quotes/builder/quote.ts';
import { issued as words } from '#site/messages/it/quotes-issued.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { Reach } from '#site/parts/customers/Reach.tsx';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';

/** The customer of the quote, with today's contact data. */
export function Customer() {
  const { $draft, $quote } = useQuote();
  const { customer } = useStore($draft);
  const { phone = null, email = null, address = '', silent = false } = useStore($quote)!.contact ?? {};
  if (!customer) return null;
  return (
    <section className="card" aria-label={builder.sections.customer}>
      <h2>{builder.sections.customer}</h2>
      <div className="lined">
        <DescriptionList
          rows={[
            [words.name, customer.name],
            [words.phone, phone ? <Reach key="phone" phone={phone} silent={silent} /> : words.noPhone],
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
