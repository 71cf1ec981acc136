/** The polynomial of ZIP's CRC-32 (APPNOTE 4.4.7, ISO 3309), reflected. */
const polynomial = 0xedb88320;
/** In reflected polynomials the highest bit is x^0. */
const [one, x8] = [0x80000000, 0x00800000];

/** The CRC-32 of consecutive parts, from those of each, without their bytes. Sizes in bytes. */
export const combinedCrc32 = (parts: readonly { size: number; crc32: number }[]): number =>
  parts.reduce((sum, { size, crc32 }) => (product(x8ToThe(size), sum) ^ crc32) >>> 0, 0);

/** Of two polynomials over GF(2), modulo the polynomial of the CRC. */
function product(a: number, b: number): number {
  let sum = 0;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (a & bit) sum ^= b;
    b = b & 1 ? (b >>> 1) ^ polynomial : b >>> 1;
  }
  return sum >>> 0;
}

/** x^(8n) moves a CRC over n bytes that follow it. */
function x8ToThe(n: number): number {
  let power = one;
  for (let [rest, square] = [n, x8]; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = product(power, square);
    square = product(square, square);
  }
  return power;
}
