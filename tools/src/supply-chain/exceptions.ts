import type { Exception } from './time-frames.policy';

/** What may stay behind its time frame for a while, and why. */
export const exceptions: Exception[] = [];
