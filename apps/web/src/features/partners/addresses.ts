import { addressKey } from '@tradepost/contracts/values/address';
import { isAddress } from '@tradepost/contracts/values/fields';
import { countOf } from '../../ui/feedback/format';

export interface FoundAddresses {
  /** Without duplicates, as first written. */
  emails: string[];
  /** Number of repeated addresses. */
  duplicates: number;
  /** Numbers, from 1, of non-empty lines without an address. */
  linesWithout: number[];
}

/** Characters around an address in pasted lists and CSV cells, as in `Pat <pat@company.com>`. */
const separators = /[\s,;"'<>()[\]|]+|mailto:/i;

/** Finds the addresses in pasted text or CSV. */
export function addressesIn(text: string, known: readonly string[] = []): FoundAddresses {
  const seen = new Set(known.map(addressKey));
  const found: FoundAddresses = { emails: [], duplicates: 0, linesWithout: [] };
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    const addresses = line.split(separators).filter(isAddress);
    if (addresses.length === 0 && line.trim() !== '') found.linesWithout.push(i + 1);
    for (const email of addresses) {
      if (seen.has(addressKey(email))) found.duplicates++;
      else found.emails.push(email);
      seen.add(addressKey(email));
    }
  }
  return found;
}

const maxLinesListed = 5;

/** Result of a pasted list, as text. */
export function reportOn({ emails, duplicates, linesWithout }: FoundAddresses): string {
  const parts = [`${countOf(emails.length, 'address', 'addresses')} added`];
  if (duplicates > 0) parts.push(`${countOf(duplicates, 'duplicate')} left out`);
  if (linesWithout.length > 0) {
    const rest = linesWithout.length - maxLinesListed;
    parts.push(
      `no address in ${linesWithout.length === 1 ? 'line' : 'lines'} ${linesWithout.slice(0, maxLinesListed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
    );
  }
  return `${parts.join('; ')}.`;
}
