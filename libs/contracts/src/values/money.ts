/** An amount as a whole number of hundredths, so that sums are exact: `12.5` is 1250. */
export function hundredths(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
}
