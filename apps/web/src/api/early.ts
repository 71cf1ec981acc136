import type { Transport } from '@tradepost/client/api/transport';
import { readToken } from '../session/token';

declare global {
  interface Window {
    /** Answers that public/start.js requested before the app was loaded, by method, address, body and token. */
    earlyAnswers?: Map<string, Promise<Response>>;
  }
}

/** Since the start of the page. Answers that were not used until then are requested again, because they may have changed. */
const freshMs = 30_000;

/** Sends a call, or uses its answer if it was requested while the app was loading. Each answer is used once. */
export const sendOrTakeOver: Transport = (url, init) => {
  const call = [init.method, url, init.body, readToken()].join(' ');
  const answer = performance.now() < freshMs ? window.earlyAnswers?.get(call) : undefined;
  if (!answer) return fetch(url, init);
  window.earlyAnswers?.delete(call);
  return answer;
};
