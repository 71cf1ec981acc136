import { SealingError } from '@tradepost/sealing/errors';
import { newPrelogin, passwordKeys, type Prelogin } from '@tradepost/sealing/password';
import type { Derived, Derivation } from './password';

const answer = (message: Derived) => postMessage(message);

/** One password each: the worker is ended after it, and its memory with it. */
addEventListener('message', ({ data: { password, prelogin: asked } }: MessageEvent<Derivation>) => {
  const prelogin: Prelogin = asked ?? newPrelogin();
  passwordKeys(password, prelogin).then(
    (keys) => answer({ keys, prelogin }),
    (error: unknown) => answer(error instanceof SealingError ? { problem: error.problem } : { failure: String(error) }),
  );
});
