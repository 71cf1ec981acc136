export interface Progress {
  /** 0 to 100. */
  percent: number;
  /** Bytes a second. */
  speed: number;
  /** Seconds. */
  left: number;
}

export const noProgress: Progress = { percent: 0, speed: 0, left: 0 };

/** Turns bytes loaded into percent, speed and time left, measured from the start of this attempt. */
export function progressOf(size: number, onProgress: (progress: Progress) => void): (loaded: number) => void {
  const since = { at: performance.now(), loaded: -1 };
  return (loaded) => {
    if (since.loaded < 0) since.loaded = loaded;
    const speed = (1000 * (loaded - since.loaded)) / Math.max(1, performance.now() - since.at);
    onProgress({
      percent: Math.floor((100 * loaded) / Math.max(1, size)),
      speed,
      left: speed > 0 ? Math.ceil((size - loaded) / speed) : 0,
    });
  };
}
