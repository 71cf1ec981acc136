/** Sets the date and holds it there; timers run on. `jest.useRealTimers()` gives the date back. */
export const setDate = (now: number) =>
  jest.useFakeTimers({
    now,
    doNotFake: [
      'setTimeout',
      'setInterval',
      'setImmediate',
      'nextTick',
      'queueMicrotask',
      'clearTimeout',
      'clearInterval',
      'clearImmediate',
      'performance',
      'hrtime',
    ],
  });
