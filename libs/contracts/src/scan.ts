import { string } from './fields';

/** What is known of a stored file: a scanner read all of it and found nothing, or nobody looked. */
export const scans = ['clean', 'none'] as const;
export type Scan = (typeof scans)[number];

export const scan = () => string().oneOf(scans).default('none');
