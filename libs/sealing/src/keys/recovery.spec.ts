import { fromHex, randomBytes } from '../crypto/bytes';
import type { SealingError } from '../errors';
import { aesKey, openUnder, sealUnder } from '../crypto/primitives';
import { isRecoveryGroup, newRecoveryCode, recoveryBytes, recoveryCodeOf, recoveryKek } from './recovery';
import { counting } from '../testing/streams';

// written by another program
const code = '000G-40R4-0M30-E209-185G-R38E-1W81-24GK-R';
const mistyped = expect.objectContaining({ name: 'SealingError', problem: 'RECOVERY_CODE_MISTYPED' });

describe('a recovery key', () => {
  it('has the same text as in another program, and can be read back', () => {
    expect(recoveryCodeOf(counting(20))).toBe(code);
    expect(recoveryBytes(code)).toEqual(counting(20));
  });

  it('can be read back for any bytes', () => {
    for (const bytes of [
      new Uint8Array(20),
      new Uint8Array(20).fill(255),
      ...Array.from({ length: 200 }, () => randomBytes(20)),
    ])
      expect(recoveryBytes(recoveryCodeOf(bytes))).toEqual(bytes);
    expect(newRecoveryCode()).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){8}[0-9A-HJKMNP-TV-Z*~$=U]$/);
    expect(newRecoveryCode()).not.toBe(newRecoveryCode());
  });

  it('is read in any case, with spaces and with similar characters', () => {
    for (const typed of [
      code.toLowerCase(),
      code.replaceAll('-', ''),
      code.replaceAll('-', ' '),
      ` ${code} `,
      code.replaceAll('0', 'O'),
      code.replaceAll('1', 'l'),
      code.replaceAll('1', 'I'),
    ])
      expect(recoveryBytes(typed)).toEqual(counting(20));
  });

  it('is refused with any one symbol wrong, or any two adjacent symbols swapped', () => {
    const symbols = recoveryCodeOf(Uint8Array.from({ length: 20 }, (_, index) => (index * 97 + 13) % 256)).replaceAll(
      '-',
      '',
    );
    const taken = (typed: string): boolean => {
      try {
        return recoveryBytes(typed).length > 0;
      } catch (error) {
        if ((error as SealingError).problem !== 'RECOVERY_CODE_MISTYPED') throw error;
        return false;
      }
    };
    const wrong = Array.from({ length: 33 }, (_, at) =>
      [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'].map((other) => symbols.slice(0, at) + other + symbols.slice(at + 1)),
    ).flat();
    const swapped = Array.from(
      { length: 31 },
      (_, at) => symbols.slice(0, at) + symbols[at + 1] + symbols[at] + symbols.slice(at + 2),
    );
    expect([...wrong, ...swapped].filter((typed) => typed !== symbols && taken(typed))).toEqual([]);
    expect(taken(symbols)).toBe(true);
  });

  it.each(['', 'no', code.slice(0, -1), `${code}0`, code.replace('G', 'U'), code.replace('G', '*')])(
    'is refused as %j',
    (typed) => expect(() => recoveryBytes(typed)).toThrow(mistyped),
  );

  it('gives the same key as in another program', async () => {
    const sealed = await sealUnder(await recoveryKek(code), counting(3), counting(0));
    const expected = await aesKey(fromHex('4cc870435f060ee9277d97d4530b634032d8537c9464e49798473c95a55ac9fc'), [
      'decrypt',
    ]);
    expect(await openUnder(expected, sealed, counting(0), 'TAMPERED')).toEqual(counting(3));
    await expect(recoveryKek(code.replace('G', 'H'))).rejects.toEqual(mistyped);
  });

  it('is confirmed by groups', () => {
    expect(isRecoveryGroup(code, 0, '000g')).toBe(true);
    expect(isRecoveryGroup(code, 7, '24GK')).toBe(true);
    expect(isRecoveryGroup(code, 1, '000G')).toBe(false);
    expect(isRecoveryGroup(code, 1, '')).toBe(false);
  });
});
