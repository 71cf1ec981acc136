import { routes, type Route } from '../routes';
import { fileTermsForm } from '../storage';
import { decimalOf } from './decimal';
import { validate } from './validate';

const plain = ['0', '00', '7', '007', '12', '12.5', '12.50', '0.01', '123456789.25'];
const digits = ['12', '0.5', '7'];
/** Spellings of numbers that `Number` or other languages read. */
const otherSpellings = [
  ...digits.flatMap((given) => [
    `+${given}`,
    ` ${given}`,
    `${given} `,
    `\t${given}`,
    `${given}\n`,
    `\u00a0${given}`,
    `--${given}`,
  ]),
  ...digits.flatMap((given) => [
    `${given}e3`,
    `${given}E3`,
    `${given}e-1`,
    `${given}n`,
    `${given}f`,
    `${given}%`,
    `(${given})`,
  ]),
  ...[
    '0x10',
    '0X10',
    '0b11',
    '0o17',
    '1_000',
    '1,000',
    '1 000',
    "1'000",
    '12,5',
    '1.2.3',
    '.5',
    '5.',
    '.',
    '-',
    '+',
    ' ',
  ],
  ...['Infinity', '-Infinity', 'NaN', 'null', 'true', '１２', '١٢', '१२', '¹²', '½', 'Ⅻ', '1\u200b2', '1\u0000'],
];

it.each(plain)('reads %s', (given) => expect(decimalOf(given)).toBe(Number(given)));
it('reads negative numbers', () => expect(decimalOf('-12.5')).toBe(-12.5));
it.each(otherSpellings)('does not read %j', (given) => expect(decimalOf(given)).toBeNaN());

describe('the terms of a file', () => {
  const messages = {
    price: 'Enter an amount of 0 or more',
    totalAmount: 'Enter an amount of 0 or more',
    numberOfRecords: 'Enter a whole number of 0 or more',
  };

  it.each(Object.entries(messages))(
    'refuse any other notation of %s with the usual message',
    async (field, message) => {
      for (const given of otherSpellings)
        await expect(validate(fileTermsForm, { [field]: given })).rejects.toMatchObject({
          code: 'INVALID',
          status: 400,
          errors: [{ field, message }],
        });
    },
  );

  it('accept plain numbers, as numbers and as text, and no text', async () => {
    for (const price of plain) expect(await validate(fileTermsForm, { price })).toEqual({ price: Number(price) });
    for (const price of [0, 0.1, 1000, 1e3]) expect(await validate(fileTermsForm, { price })).toEqual({ price });
    expect(await validate(fileTermsForm, { price: '' })).toEqual({});
  });
});

it.each(Object.entries<Route>(routes))('no number of %s is read from another notation', async (_name, { command }) => {
  for (const [field, schema] of Object.entries(command.input.describe().fields as Record<string, { type: string }>)) {
    if (schema.type !== 'number') continue;
    for (const given of ['0x10', '1e1', ' 12', '+5', '１２']) {
      const refused = validate(command.input, { [field]: given });
      await expect(refused).rejects.toMatchObject({
        errors: expect.arrayContaining([expect.objectContaining({ field })]),
      });
    }
  }
});
