/** Only ASCII digits: `Number` also reads `0x10`, `1e3`, ` 12 `, `+5` and `Infinity`. */
const decimal = /^-?\d+(\.\d+)?$/;

/** The number that a text in plain decimal notation states, like `12.50`; NaN for any other text. */
export const decimalOf = (given: string): number => (decimal.test(given) ? Number(given) : Number.NaN);
