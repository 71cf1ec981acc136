import { day } from '@tradepost/service-kit/runtime/durations';

/** How long deleted files and replaced versions stay. */
export const binMs = 30 * day;
/** Objects without a row are deleted after this time: until then their upload may be under way. */
export const garbageMs = day;
