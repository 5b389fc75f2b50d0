import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { money } from '#domain/italian.ts';
import { saleRegimes } from '#domain/stock/terms.ts';
import { t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { issued } from '#site/messages/it/quotes-issued.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { Comments } from '#site/ui/comments/Comments.tsx';
import type { Page } from '#site/ui/comments/comments.ts';
import { DocumentPage, DocumentPart } from '#site/ui/record/DocumentPage.tsx';
import { carDetails } from './CarsSection.tsx';
import { History } from './History.tsx';
import { NextStep } from './NextStep.tsx';
import { NotesDocument, TraderDocument, TransferDocument } from './Sections.tsx';
import { useB2b, type B2bStory } from './store.ts';
import { Figures, Margin } from './Total.tsx';
import '../issued/issued.css';

/** The cars, each in its own paint with its price, and what all cost together. */
function Cars() {
  const { $priced, $sheet } = useB2b();
  const { cars, total } = useStore($priced);
  const { cars: known } = useStore($sheet);
  return (
    <section className="card issued-cars" aria-label={words.sections.cars}>
      <ul>
        {cars.map((car) => {
          const { body = '', colour = '' } = known.find(({ id }) => id === car.carId) ?? {};
          return (
            <li key={car.carId}>
              <Silhouette body={body} colour={colour} />
              <p>
                <b>{car.name}</b>
                <small>{carDetails(car)}</small>
                <small>{[colour, saleRegimes[car.regime].label].filter(Boolean).join(' · ')}</small>
              </p>
              <b>{money(car.price)}</b>
            </li>
          );
        })}
      </ul>
      <p className="issued-price">
        <span>{words.totals.total}</span>
        <b>{money(total)}</b>
        <small>{t(words.cars, { n: cars.length })}</small>
      </p>
    </section>
  );
}

/** An issued offer as a document: cars, price, trader, and beside it the next step and the history. */
export function IssuedOffer({
  head,
  story,
  comments,
}: {
  head: ReactNode;
  story: B2bStory | null;
  comments: Page | null;
}) {
  const { $draft, $quote } = useB2b();
  const { notes } = useStore($draft);
  const { id } = useStore($quote)!;
  const { sections } = words;
  return (
    <DocumentPage
      head={head}
      aside={
        <>
          <NextStep />
          <Comments area="quotes/b2b" id={id} given={comments} />
          <DocumentPart title={issued.story}>
            <History given={story} />
          </DocumentPart>
        </>
      }
    >
      <Cars />
      <div className="columns">
        <section className="card issued-rows" aria-label={words.totals.title}>
          <h2>{issued.price}</h2>
          <Figures />
          <Margin />
        </section>
        <div>
          <DocumentPart title={sections.customer}>
            <div className="lined">
              <TraderDocument />
            </div>
          </DocumentPart>
          <DocumentPart title={sections.transfer}>
            <div className="lined">
              <TransferDocument />
            </div>
          </DocumentPart>
          {notes.trim() !== '' && (
            <DocumentPart title={sections.notes}>
              <NotesDocument />
            </DocumentPart>
          )}
        </div>
      </div>
    </DocumentPage>
  );
}
