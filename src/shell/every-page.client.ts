import './chunks.client.ts';
import './loading.client.ts';
import './reveal.client.ts';
