import { labelOf } from '@tradepost/sealing/key-log/label';
import type { LabelDone, LabelWork } from './label';

const answer = (message: LabelDone) => postMessage(message);

/** Computes one label; then the page terminates the worker, which frees its memory. */
addEventListener('message', ({ data: { address, origin } }: MessageEvent<LabelWork>) => {
  labelOf(address, origin).then(
    (label) => answer({ label }),
    () => answer({ label: null }),
  );
});
