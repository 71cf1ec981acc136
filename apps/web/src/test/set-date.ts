/** It stays that date; timers run on. `jest.useRealTimers()` gives the date back. */
export const setDate = (now: Date) =>
  jest.useFakeTimers({
    now,
    doNotFake: [
      'setTimeout',
      'setInterval',
      'setImmediate',
      'queueMicrotask',
      'clearTimeout',
      'clearInterval',
      'clearImmediate',
      'nextTick',
      'performance',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'requestIdleCallback',
      'cancelIdleCallback',
    ],
  });
