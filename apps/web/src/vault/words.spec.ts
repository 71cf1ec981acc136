import { SealingError } from '@tradepost/sealing/errors';
import { explain, wordsOf } from './words';

describe('words about keys', () => {
  it('say of a refusal what it means for a person', () => {
    expect(explain(new SealingError('KDF_REFUSED'))).toMatch(/nothing was sent/);
    expect(wordsOf('KEYS_ROLLED_BACK')).toMatch(/older/);
  });

  it('leave what has words of its own as it is', () => {
    expect(explain(new Error('The server could not be reached.'))).toBe('The server could not be reached.');
    expect(wordsOf('GRANT_EXPIRED')).toBe(new SealingError('GRANT_EXPIRED').message);
  });
});
