import { addressKey } from '@tradepost/contracts/values/address';
import { isNewAddress } from '@tradepost/contracts/values/fields';
import { t } from '../../i18n/t';

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
    const addresses = line.split(separators).filter(isNewAddress);
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
  const parts = [t('{count, plural, one {# address} other {# addresses}} added', { count: emails.length })];
  if (duplicates > 0)
    parts.push(t('{duplicates, plural, one {# duplicate} other {# duplicates}} left out', { duplicates }));
  if (linesWithout.length > 0) {
    const rest = linesWithout.length - maxLinesListed;
    parts.push(
      linesWithout.length === 1
        ? rest > 0
          ? t('no address in line {linesWithout} and {rest} more', {
              linesWithout: linesWithout.slice(0, maxLinesListed).join(', '),
              rest,
            })
          : t('no address in line {linesWithout}', { linesWithout: linesWithout.slice(0, maxLinesListed).join(', ') })
        : rest > 0
          ? t('no address in lines {linesWithout} and {rest} more', {
              linesWithout: linesWithout.slice(0, maxLinesListed).join(', '),
              rest,
            })
          : t('no address in lines {linesWithout}', { linesWithout: linesWithout.slice(0, maxLinesListed).join(', ') }),
    );
  }
  return `${parts.join('; ')}.`;
}
