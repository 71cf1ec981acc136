import { SealingError } from '@tradepost/sealing/errors';
import { passwordWork } from '@tradepost/sealing/keys/opaque';
import type { Done, Work } from './password';

const answer = (message: Done) => postMessage(message);

/** Handles one piece of work; then the page terminates the worker, which frees its memory. */
addEventListener('message', ({ data: { name, given } }: MessageEvent<Work>) => {
  const work = passwordWork[name] as (...given: unknown[]) => Promise<unknown>;
  work(...given).then(
    (result) => answer({ result }),
    (error: unknown) => answer(error instanceof SealingError ? { problem: error.problem } : { failure: String(error) }),
  );
});
