import { call } from '#site/lib/call.ts';

// When the page is visible: a prefetched one has not been read.
const shown = document.querySelector<HTMLElement>('[data-release]');
if (shown) call('PUT /releases/:id/read', { params: { id: Number(shown.dataset.release) } }).catch(console.info);
