import type { Transport } from '@tradepost/client/api/transport';
import { readToken } from '../session/token';

declare global {
  interface Window {
    /** Answers that public/start.js asked for before the app was loaded, by method, address, body and token. */
    earlyAnswers?: Map<string, Promise<Response>>;
  }
}

/** From the start of the page. What nobody took over by then is asked for again, because it may have changed. */
const freshMs = 30_000;

/** Sends a call, or takes over its answer if it was asked for while the app was loading. Each answer is taken over once. */
export const sendOrTakeOver: Transport = (url, init) => {
  const call = [init.method, url, init.body, readToken()].join(' ');
  const answer = performance.now() < freshMs ? window.earlyAnswers?.get(call) : undefined;
  if (!answer) return fetch(url, init);
  window.earlyAnswers?.delete(call);
  return answer;
};
