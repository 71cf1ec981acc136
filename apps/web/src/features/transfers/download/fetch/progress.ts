import { speedometer } from '../../../../ui/busy/speedometer';

export interface Progress {
  /** 0 to 100. */
  percent: number;
  /** Bytes a second; 0 until it is measured. */
  speed: number;
  /** Seconds at this speed; null until it is measured. */
  left: number | null;
}

export const noProgress: Progress = { percent: 0, speed: 0, left: null };

/** Turns bytes loaded into percent, speed and time left, measured in this attempt. */
export function progressOf(size: number, onProgress: (progress: Progress) => void): (loaded: number) => void {
  const speedOf = speedometer();
  return (loaded) => {
    const speed = speedOf(loaded);
    onProgress({
      percent: Math.floor((100 * loaded) / Math.max(1, size)),
      speed,
      left: speed > 0 ? (size - loaded) / speed : null,
    });
  };
}
