import { SealingError } from '@tradepost/sealing/errors';
import { newPrelogin, passwordKeys, type Prelogin } from '@tradepost/sealing/keys/password';
import type { Derived, Derivation } from './password';

const answer = (message: Derived) => postMessage(message);

/** Handles one password; then the page terminates the worker, which frees its memory. */
addEventListener('message', ({ data: { password, prelogin: asked } }: MessageEvent<Derivation>) => {
  const prelogin: Prelogin = asked ?? newPrelogin();
  passwordKeys(password, prelogin).then(
    (keys) => answer({ keys, prelogin }),
    (error: unknown) => answer(error instanceof SealingError ? { problem: error.problem } : { failure: String(error) }),
  );
});
