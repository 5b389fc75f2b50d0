/** `npm run check`: types, lint and format in a minute, to run often between two `npm test`. */
import { format, lint, runSteps } from './steps.ts';

process.exitCode = (await runSteps([lint, ...format])).length > 0 ? 1 : 0;
