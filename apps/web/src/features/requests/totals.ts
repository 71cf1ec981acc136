import type { FileView } from '@tradepost/contracts/storage';

const hundredths = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
};

/** The value of files for each currency: `1,250.00 EUR`. Exact, because it adds whole numbers. */
export function totalsOf(files: Pick<FileView, 'totalAmount' | 'currency'>[]): string[] {
  const sums = new Map<string, bigint>();
  for (const { totalAmount, currency } of files)
    sums.set(currency, (sums.get(currency) ?? 0n) + hundredths(totalAmount));
  return [...sums]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([currency, sum]) => `${(sum / 100n).toLocaleString('en')}.${String(sum % 100n).padStart(2, '0')} ${currency}`,
    );
}
