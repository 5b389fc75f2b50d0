import { createHash } from 'node:crypto';
import { PRODUCT } from '../domain/product.ts';

// The colours of tokens.css, set on the root so that a dark system does not show them on white.
const style = `:root { color-scheme: light dark;
  color: light-dark(oklch(0.24 0.02 258), oklch(0.93 0.01 258)); background: light-dark(oklch(0.975 0.004 258), oklch(0.19 0.012 258)); }
body { display: grid; place-content: center; justify-items: center; gap: 12px; min-height: 100vh; margin: 0; padding: 16px;
  box-sizing: border-box; text-align: center; font: 14px/1.45 'Segoe UI', system-ui, sans-serif; }
a { color: inherit; } h1, p { margin: 0; } h1 { font-size: 20px; font-weight: 600; }`;

const page = (title: string, status: number, heading: string, text: string, more = '', link = '') => `<!doctype html>
<html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${more}<title>${title} · ${PRODUCT}</title><style>${style}</style></head>
<body><h1>${heading}</h1><p>${text}</p>
<p>Codice errore <b>${status}</b></p>${link}</body></html>
`;

/** The page shown while the application starts; it reloads by itself. */
export const startingPage = page(
  'Avvio in corso',
  503,
  'Servizio temporaneamente non disponibile',
  'Avvio in corso: la pagina si apre da sola tra qualche secondo.',
  '<meta http-equiv="refresh" content="3">',
  '<a href="">Riprova</a>',
);

/**
 * The page for data that cannot be read as a request: mostly an address that is too long, or too many cookies of other sites on the same
 * host name.
 */
export const unreadPage = (status: number): string =>
  page(
    'Errore',
    status,
    'Si è verificato un errore',
    status === 431
      ? 'L’indirizzo o i cookie del browser sono troppo lunghi: accorciare l’indirizzo o eliminare i cookie di questo sito.'
      : 'La richiesta non è valida: controllare l’indirizzo.',
    '',
    '<a href="/">Torna alla pagina iniziale</a>',
  );

const hash = createHash('sha256').update(style).digest('base64');
export const BARE_POLICY = `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`;
