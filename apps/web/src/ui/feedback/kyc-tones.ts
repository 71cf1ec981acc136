import type { Tone } from './status-tag';

/** Colours of the states of a registration; one that this version does not know is grey. */
export const kycTones: Partial<Record<string, Tone>> = {
  Pending: 'yellow',
  Processing: 'blue',
  Approved: 'green',
  Rejected: 'red',
  'Changes requested': 'yellow',
};
