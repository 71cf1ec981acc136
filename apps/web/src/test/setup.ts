import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';
import { toHaveNoViolations } from 'jest-axe';
import { queryClient } from '../api/query-client';
import { signOut } from '../session/auth.store';

expect.extend(toHaveNoViolations);
// long enough for a machine with six other busy processes: only what never comes reaches it
configure({ asyncUtilTimeout: 60_000 });

/** jsdom has no styles of pseudo elements and logs an error when asked for them. */
const { getComputedStyle } = window;
window.getComputedStyle = (element) => getComputedStyle(element);

/** A wide screen, light, with motion reduced. */
window.matchMedia = (media) => ({
  matches: media.includes('min-width') || media.includes('prefers-reduced-motion'),
  media,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => true,
});

/** jsdom computes no layout: nothing ever changes its size. */
class IdleResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = IdleResizeObserver;
window.scrollTo = () => undefined;

/** jsdom's blobs have no streams. Workers read them, and have a double here that does not. */
Blob.prototype.stream = () => new ReadableStream();

/** jsdom has no message channels: a message arrives in a task of its own. */
class TimerChannel {
  port1: { onmessage: (() => void) | null } = { onmessage: null };
  port2 = { postMessage: () => void setTimeout(() => this.port1.onmessage?.()) };
}
window.MessageChannel = TimerChannel as never;

afterEach(() => {
  cleanup();
  queryClient.clear();
  signOut();
  localStorage.clear();
  sessionStorage.clear();
});
