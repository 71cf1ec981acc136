import { string } from './fields';

/** Result of the malware scan of a stored file. `clean`: scanned, nothing found; `none`: not scanned. */
export const scans = ['clean', 'none'] as const;
export type Scan = (typeof scans)[number];

export const scan = () => string().oneOf(scans).default('none');
