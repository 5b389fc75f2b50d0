import { createHash } from 'node:crypto';

// The colours of tokens.css: on the root, or a dark system would show them on white.
const style = `:root { color-scheme: light dark;
  color: light-dark(oklch(0.24 0.02 258), oklch(0.93 0.01 258)); background: light-dark(oklch(0.975 0.004 258), oklch(0.19 0.012 258)); }
body { display: grid; place-content: center; justify-items: center; gap: 12px; min-height: 100vh; margin: 0; padding: 16px;
  box-sizing: border-box; text-align: center; font: 14px/1.45 'Segoe UI', system-ui, sans-serif; }
a { color: inherit; } h1, p { margin: 0; } h1 { font-size: 20px; font-weight: 600; }`;

/** What is shown while the pages themselves are not there yet; it looks again by itself. */
export const startingPage = `<!doctype html>
<html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3"><title>Avvio in corso · Volante Business</title><style>${style}</style></head>
<body><h1>Servizio temporaneamente non disponibile</h1><p>Avvio in corso: la pagina si apre da sola tra qualche secondo.</p>
<p>Codice errore <b>503</b></p><a href="">Riprova</a></body></html>
`;

const hash = createHash('sha256').update(style).digest('base64');
export const STARTING_POLICY = `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`;
