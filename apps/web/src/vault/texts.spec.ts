import { SealingError } from '@tradepost/sealing/errors';
import { errorMessage, messageFor } from './texts';

describe('messages about keys', () => {
  it('explain what a refusal means', () => {
    expect(errorMessage(new SealingError('SIGN_IN_REFUSED'))).toMatch(/password was not sent/);
    expect(messageFor('KEYS_ROLLED_BACK')).toMatch(/older/);
  });

  it('keep the message of other errors', () => {
    expect(errorMessage(new Error('The server could not be reached.'))).toBe('The server could not be reached.');
    expect(messageFor('GRANT_EXPIRED')).toBe(new SealingError('GRANT_EXPIRED').message);
  });
});
