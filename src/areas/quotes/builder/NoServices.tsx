import { builder as words } from '#site/messages/it/quotes.ts';

/** A dealer without services, or a maker. */
export default function NoServices({ name }: { name: 'services' | 'makerServices' }) {
  return <p className="muted">{words.services[name]}</p>;
}
