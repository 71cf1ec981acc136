import { emailPattern } from '@tradepost/contracts/fields';

export interface FoundAddresses {
  /** Each once, as written the first time. */
  emails: string[];
  /** Addresses that stood there again. */
  duplicates: number;
  /** Numbers of the lines that are not empty and hold no address; from 1. */
  linesWithout: number[];
}

/** Whatever surrounds an address in pasted lists and CSV cells, `Pat <pat@company.com>` included. */
const separators = /[\s,;"'<>()[\]|]+|mailto:/i;

/** Picks the addresses out of pasted text or CSV. */
export function addressesIn(text: string, known: readonly string[] = []): FoundAddresses {
  const seen = new Set(known.map((email) => email.toLowerCase()));
  const found: FoundAddresses = { emails: [], duplicates: 0, linesWithout: [] };
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    const addresses = line.split(separators).filter((word) => emailPattern.test(word));
    if (addresses.length === 0 && line.trim() !== '') found.linesWithout.push(i + 1);
    for (const email of addresses) {
      if (seen.has(email.toLowerCase())) found.duplicates++;
      else found.emails.push(email);
      seen.add(email.toLowerCase());
    }
  }
  return found;
}

const mostLinesNamed = 5;

/** What became of a pasted list, in words. */
export function reportOn({ emails, duplicates, linesWithout }: FoundAddresses): string {
  const said = [`${emails.length} ${emails.length === 1 ? 'address' : 'addresses'} added`];
  if (duplicates > 0) said.push(`${duplicates} ${duplicates === 1 ? 'duplicate' : 'duplicates'} left out`);
  if (linesWithout.length > 0) {
    const rest = linesWithout.length - mostLinesNamed;
    said.push(
      `no address in ${linesWithout.length === 1 ? 'line' : 'lines'} ${linesWithout.slice(0, mostLinesNamed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
    );
  }
  return `${said.join('; ')}.`;
}
