/** Between two measurements. */
const everyMs = 250;

/** Measures a transfer: takes the bytes that are done, and returns bytes a second, smoothed so that the time left does not jump. */
export function speedometer(): (loaded: number) => number {
  let at = performance.now();
  // a resumed transfer begins with what was there
  let from: number | undefined;
  let speed = 0;
  return (loaded) => {
    from ??= loaded;
    const now = performance.now();
    if (now - at >= everyMs) {
      const latest = ((loaded - from) * 1000) / (now - at);
      speed = speed === 0 ? latest : 0.7 * speed + 0.3 * latest;
      at = now;
      from = loaded;
    }
    return speed;
  };
}
